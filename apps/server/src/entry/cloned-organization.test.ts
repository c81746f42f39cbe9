import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeConnector, makeFlow } from '../testing/make-pipeline.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../testing/make-tool.ts'
import type { Person } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { cloneOrganization, makeScript, type Script } from './testing/clone-organization.ts'

/** An organization that a script copies into another installation through platform keys. */

const compatible = 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09'
const bucket = 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19'
const postgresql = 'postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb'
const fields = [{ key: 'number', prompt: 'What is the invoice number?' }]
const secret = 'sk-of-the-first-installation'

let models: CannedModelServer
let first: TestServer
let second: TestServer
let source: Script
let target: Script
let keptAdapter: Record<string, unknown>
let keptWorkflow: { readonly id: string }

const addLlm = (person: Person, name: string, key = secret) =>
  person.post('adapter/', {
    adapter_id: compatible,
    adapter_name: name,
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${models.url}/v1`, api_key: key, model: 'canned' },
  })

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Forty things of all kinds. */
async function fillSource(person: Person): Promise<void> {
  for (const n of numbers(4)) await person.post('groups/', { name: `Group ${n}` })
  for (const n of numbers(6)) await person.post('tags/', { name: `tag-${n}` })
  for (const n of numbers(5)) await addLlm(person, `Model ${n}`)
  const settings = { endpoint_url: 'http://127.0.0.1:9', region_name: 'eu', key: 'k', secret }
  for (const n of numbers(3)) await makeConnector(person, `Bucket ${n}`, bucket, settings)
  const { body: connectors } = await person.get('connector/')
  const database = {
    host: '127.0.0.1',
    port: '9',
    database: 'db',
    user: 'reader',
    password: secret,
  }
  for (const n of numbers(2)) await makeConnector(person, `Database ${n}`, postgresql, database)
  const { body: llms } = await person.get('adapter/?adapter_type=LLM')
  for (const n of numbers(5)) {
    const content = `Invoice number: 471${n}\nTotal: 12.50 EUR\n`
    const llmId = llms.find(
      ({ adapter_name }: { adapter_name: string }) => adapter_name === `Model ${n}`,
    ).id
    const sample = { name: `bill-${n}.txt`, content, type: 'text/plain' }
    const tool = await makeTool(person, { name: `Project ${n}`, fields, sample, llmId })
    const workflowId = await makeWorkflow(person, `Workflow ${n}`, tool.toolId)
    await makeDeployment(person, `api-${n}`, workflowId)
    if (n > 3) continue
    const source = {
      connection_type: 'FILESYSTEM',
      connector_instance: connectors[0].id,
      configuration: { folders: ['/bucket/in'], processSubDirectories: true, maxFiles: 10 },
    }
    const destination = {
      connection_type: 'FILESYSTEM',
      connector_instance: connectors[1].id,
      configuration: { outputFolder: '/bucket/out' },
    }
    const flow = await makeFlow(person, `Flow ${n}`, { toolId: tool.toolId, source, destination })
    await person.post('pipeline/', {
      pipeline_name: `Pipeline ${n}`,
      workflow: flow,
      pipeline_type: 'ETL',
    })
  }
}

beforeAll(async () => {
  models = await startCannedModelServer({ reply: '4711' })
  first = await startServer()
  second = await startServer({ worker: true, env: { ENCRYPTION_KEY: '08'.repeat(32) } })
  await fillSource(first.as('admin'))
  const ada = second.as('admin')
  // The target has namesakes of other kinds and with other contents already.
  await addLlm(ada, 'Model 5', 'sk-of-the-second')
  keptWorkflow = (await ada.post('workflow/', { workflow_name: 'Workflow' })).body
  source = await makeScript(first.as('admin'), first.anonymous)
  target = await makeScript(ada, second.anonymous)
  keptAdapter = await adapterOf('Model 5')
})
afterAll(async () => {
  await second?.close()
  await first?.close()
  await models?.close()
})

const adapterOf = async (name: string) => {
  const names = `adapter_name=${encodeURIComponent(name)}&adapter_type=LLM`
  const { body } = await target.get(`adapter/?${names}`)
  return (await target.get(`adapter/${body[0].id}/`)).body
}

const lists = [
  'groups/',
  'adapter/',
  'connector/',
  'tags/',
  'prompt-studio/',
  'workflow/',
  'workflow/endpoint/',
  'tool_instance/',
  'pipeline/',
  'api/deployment/',
]

/** All that the target has, as its lists show it. */
async function listAll(): Promise<Record<string, readonly Record<string, unknown>[]>> {
  const replies = await Promise.all(
    lists.map(async (list) => [list, (await target.get(list)).body] as const),
  )
  return Object.fromEntries(replies.map(([list, body]) => [list, body.results ?? body]))
}

/** Calls a cloned API with a key of its own, and waits for the answer. */
async function callApi(name: string) {
  const { body: deployments } = await target.get(`api/deployment/?api_name=${name}`)
  const { body: keys } = await target.get(`api/keys/api/${deployments[0].id}/`)
  return second.anonymous.upload(
    `/${deployments[0].api_endpoint}`,
    {
      files: [{ name: 'bill.txt', content: 'Invoice number: 4711\n', field: 'files' }],
      fields: { timeout: '60' },
    },
    { headers: { authorization: `Bearer ${keys[0].api_key}` } },
  )
}

test('a clone makes everything of an organization once, and hands out no secret', async () => {
  const report = await cloneOrganization(source, target)
  const all = await listAll()
  const counts = Object.fromEntries(Object.entries(all).map(([list, rows]) => [list, rows.length]))

  expect(report.created.length).toBeGreaterThanOrEqual(40)
  expect(report.adopted).toContain('adapter/Model 5')
  // Four adapters are built in, and one workflow was there before; its ends and those of the eight copies are two each.
  expect(counts).toEqual({
    'groups/': 4,
    'adapter/': 9,
    'connector/': 5,
    'tags/': 6,
    'prompt-studio/': 5,
    'workflow/': 9,
    'workflow/endpoint/': 18,
    'tool_instance/': 8,
    'pipeline/': 3,
    'api/deployment/': 5,
  })
  expect(await target.get(`workflow/${keptWorkflow.id}/`)).toMatchObject({
    body: { ...keptWorkflow, is_owner: false },
  })
  expect(await adapterOf('Model 5')).toEqual(keptAdapter)
  expect(JSON.stringify(source.replies)).toContain('sealed:')
  expect(JSON.stringify(source.replies)).not.toContain(secret)
})

test('a copied adapter or connector says which secret it needs, and what uses it says so too', async () => {
  const { body: connectors } = await target.get('connector/')
  const missingSecrets = connectors.map(
    (row: { connector_name: string; missing_secrets: string[] }) => [
      row.connector_name,
      row.missing_secrets,
    ],
  )
  const { body: failedRun } = await callApi('api-1')

  expect(await adapterOf('Model 1')).toMatchObject({
    missing_secrets: ['api_key'],
    adapter_metadata: { model: 'canned' },
  })
  expect((await adapterOf('Model 1')).adapter_metadata).not.toHaveProperty('api_key')
  expect(Object.fromEntries(missingSecrets)).toMatchObject({
    'Bucket 1': ['secret'],
    'Database 1': ['password'],
  })
  expect(JSON.stringify(failedRun)).toContain(
    'The adapter “Model 1” needs its secret. It was copied from another installation, and secrets are not copied. Enter “API Key” in its settings.',
  )
})

test('a placeholder is taken for a copy only where a secret stands, and never for an adapter of the organization', async () => {
  const { id } = await adapterOf('Model 5')
  const stranger = first.as('user')
  const { body: foreign } = await first.as('admin').get('adapter/?adapter_name=Model 1')
  const send = (person: Pick<Person, 'post'>, settings: object) =>
    person.post('adapter/', {
      adapter_id: compatible,
      adapter_name: 'Forged',
      adapter_type: 'LLM',
      adapter_metadata: { api_base: `${models.url}/v1`, model: 'canned', ...settings },
    })
  const refusals = [
    await send(target, { model: `sealed:${foreign[0].id}:model` }),
    await send(target, { api_key: `sealed:${id}:other` }),
    await send(target, { api_key: 'sealed:nobody:api_key' }),
    await send(stranger, { api_key: `sealed:${foreign[0].id}:api_key` }),
  ]

  expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400])
})

test('a second run adopts everything and changes nothing', async () => {
  const stateBefore = await listAll()
  const report = await cloneOrganization(source, target)

  expect(report.created).toEqual([])
  expect(report.adopted.length).toBeGreaterThanOrEqual(40)
  expect(await listAll()).toEqual(stateBefore)
})

test('a cloned API answers once its secret is given', async () => {
  const { id, adapter_metadata: settings } = await adapterOf('Model 1')
  const withoutKey = await target.patch(`adapter/${id}/`, { adapter_metadata: settings })
  const withKey = await target.patch(`adapter/${id}/`, {
    adapter_metadata: { ...settings, api_key: 'sk-of-the-second' },
  })

  expect(withoutKey.body.missing_secrets).toEqual(['api_key'])
  expect(withKey.body.missing_secrets).toEqual([])
  expect((await callApi('api-1')).body.message).toMatchObject({
    execution_status: 'COMPLETED',
    result: [{ result: { output: { number: '4711' } } }],
  })
})
