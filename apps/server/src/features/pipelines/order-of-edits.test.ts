import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeConnector,
  makeFlow,
  makeTableConnector,
  untilEnded,
} from '../../testing/make-pipeline.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const minio = 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19'
const note = 'Invoice number 4711\nTotal 12.50\n'

let server: TestServer
let ada: Person
let buckets: BucketServer
let toolId: string
let bucket: string
let table: string

beforeAll(async () => {
  buckets = await startBucketServer(['docs'])
  server = await startServer({ worker: true, env: { RECTO_INNER_ADDRESSES: 'on' } })
  ada = server.as('admin')
  const fields = [{ key: 'invoice_number', prompt: 'What is the invoice number?' }]
  const sample = { name: 'note.txt', content: note }
  toolId = (await makeTool(ada, { name: 'Notes', fields, sample })).toolId
  const { key, secret, url } = buckets
  const settings = { key, secret, endpoint_url: url, region_name: 'us-east-1' }
  bucket = await makeConnector(ada, 'Bucket', minio, settings)
  table = await makeTableConnector(ada, 'Books', server.databaseUrl)
  await put('in/note.txt', note)
})

afterAll(async () => {
  await server?.close()
  await buckets?.stop()
})

const put = (path: string, body: string) =>
  fetch(`${buckets.url}/docs/${path}`, { method: 'PUT', body })
const read = async (path: string) => (await fetch(`${buckets.url}/docs/${path}`)).json()

const fromBucket = () => ({
  connection_type: 'FILESYSTEM',
  connector_instance_id: bucket,
  configuration: { folders: ['/docs/in'] },
})
const toBucket = (outputFolder: string) => ({
  connection_type: 'FILESYSTEM',
  connector_instance_id: bucket,
  configuration: { outputFolder },
})

async function loadEnds(workflowId: string) {
  const { body } = await ada.get(`workflow/endpoint/?workflow=${workflowId}`)
  const endOf = (type: string): string =>
    body.find((end: { endpoint_type: string }) => end.endpoint_type === type).id
  return { from: endOf('SOURCE'), to: endOf('DESTINATION') }
}

const change = (id: string, changes: object) => ada.patch(`workflow/endpoint/${id}/`, changes)

let names = 0
const createPipeline = (workflow: string, pipeline_type: 'ETL' | 'TASK') =>
  ada.post('pipeline/', { pipeline_name: `Pipeline ${++names}`, workflow, pipeline_type })

async function runPipeline(id: string) {
  const { body } = await ada.post('pipeline/execute/', { pipeline_id: id })
  return untilEnded(ada, body.execution.execution_id)
}

test('an ETL pipeline may read from a bucket and write to it [WF-074]', async () => {
  const { body: workflow } = await ada.post('workflow/', { workflow_name: 'Bucket to bucket' })
  const { from, to } = await loadEnds(workflow.id)
  expect((await change(from, fromBucket())).status).toBe(200)
  expect((await change(to, toBucket('docs/out'))).status).toBe(200)
  await ada.post('tool_instance/', { workflow_id: workflow.id, tool_id: toolId })

  const { status, body: pipeline } = await createPipeline(workflow.id, 'ETL')
  expect([status, pipeline.pipeline_type]).toEqual([201, 'ETL'])
  const endedRun = await runPipeline(pipeline.id)

  expect(endedRun).toMatchObject({ status: 'COMPLETED', successful_files: 1 })
  expect(await read('out/note.json')).toMatchObject({ output: { invoice_number: '4711' } })
})

test('after its API deployment is deleted, a workflow gets its source and then its destination [WF-072]', async () => {
  const workflow = await makeWorkflow(ada, 'First an API', toolId)
  const deployment = await makeDeployment(ada, 'first', workflow)
  await ada.delete(`api/deployment/${deployment.id}/`)
  const { from, to } = await loadEnds(workflow)

  expect((await change(from, fromBucket())).status).toBe(200)
  expect((await change(to, toBucket('docs/later'))).status).toBe(200)
  const { body: pipeline } = await createPipeline(workflow, 'TASK')
  await put('in/second.txt', note)
  expect(await runPipeline(pipeline.id)).toMatchObject({ status: 'COMPLETED' })
  expect(await read('later/second.json')).toMatchObject({ output: { invoice_number: '4711' } })
})

const isApi = { connection_type: 'API' }

test.each([
  ['files to an API', fromBucket, isApi, 'must use API as both source and destination'],
  ['an API to files', () => isApi, undefined, 'must use API as both source and destination'],
  ['files to people', fromBucket, { connection_type: 'MANUALREVIEW' }, 'manual review'],
])(
  'a workflow from %s is saved, but neither run nor deployed [WF-072]',
  async (name, source, destination, reason) => {
    const workflow = await makeFlow(ada, `From ${name}`, {
      toolId,
      source: source(),
      destination: destination ?? toBucket('docs/never'),
    })
    const { body: ends } = await ada.get(`workflow/${workflow}/endpoint/`)
    expect(ends.map((end: { connection_type: string }) => end.connection_type)).toEqual([
      source().connection_type,
      (destination ?? toBucket('')).connection_type,
    ])

    const run = await ada.post('workflow/execute/', { workflow_id: workflow })
    const pipeline = await createPipeline(workflow, 'ETL')
    const deployment = await ada.post('api/deployment/', {
      workflow,
      display_name: 'Never',
      api_name: `never_${++names}`,
    })

    expect([run.status, pipeline.status, deployment.status]).toEqual([400, 400, 400])
    expect(run.body.errors[0].detail).toContain(reason)
    for (const { body } of [pipeline, deployment]) {
      expect(body.errors[0]).toMatchObject({
        attr: 'workflow',
        detail: expect.stringContaining(reason),
      })
    }
  },
)

test('a pipeline of a workflow that is called through its API is refused [WF-074]', async () => {
  const workflow = await makeWorkflow(ada, 'By call', toolId)
  const toTable = await makeFlow(ada, 'To a table', {
    toolId,
    source: fromBucket(),
    destination: {
      connection_type: 'DATABASE',
      connector_instance: table,
      configuration: { table: 'x' },
    },
  })
  const refusals = [
    await createPipeline(workflow, 'ETL'),
    await createPipeline(workflow, 'TASK'),
    await createPipeline(toTable, 'TASK'),
  ]

  expect(refusals.map(({ body }) => body.errors[0])).toMatchObject([
    { attr: 'workflow', detail: 'An ETL pipeline needs a workflow that reads from a file system.' },
    { attr: 'workflow', detail: expect.stringContaining('A task pipeline needs') },
    { attr: 'workflow', detail: expect.stringContaining('A task pipeline needs') },
  ])
})
