import { hasOfficialClients, openLlamaCloudClient } from '@recto/testkit/official-clients'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../../../testing/make-tool.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

/** The current client of LlamaIndex, which has an API deployment extract values with the key of that one. */

const sample = { name: 'bill.txt', content: 'Invoice number: 4711\nTotal: 12.50 EUR\n' }
const fields = [
  { key: 'number', prompt: 'What is the invoice number?' },
  { key: 'total', prompt: 'What is the total?', type: 'number' },
]
const pollingOptions = { pollingInterval: 0.2, backoff: 'constant' }

let server: TestServer
let ada: Person
let deployment: TestDeployment
let otherDeployment: TestDeployment

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = server.as('admin')
  const { toolId } = await makeTool(ada, { name: 'Bills', fields, sample })
  const workflowId = await makeWorkflow(ada, 'Payables', toolId)
  deployment = await makeDeployment(ada, 'payables', workflowId)
  otherDeployment = await makeDeployment(ada, 'others', workflowId)
})
afterAll(() => server?.close())

const open = (key = deployment.key) => openLlamaCloudClient({ origin: server.origin, key })
const upload = async (client: Awaited<ReturnType<typeof open>>, content = sample.content) =>
  client.files.create?.({ file: new File([content], 'new.txt'), purpose: 'extract' })

describe.skipIf(!hasOfficialClients)('the current client of LlamaIndex', () => {
  test('uploads a file and gets the values of a deployment, with their places, as often as it asks', async () => {
    const client = await open()
    const file = await upload(client)
    const job = await client.extract.run?.(
      { file_input: file?.id, configuration_id: 'payables' },
      pollingOptions,
    )
    const sameJob = await client.extract.get?.(job?.id, { expand: ['extract_metadata'] })

    expect(job).toMatchObject({
      status: 'COMPLETED',
      file_input: file?.id,
      configuration_id: 'payables',
      extract_result: { number: '4711', total: 12.5 },
      error_message: null,
    })
    expect(sameJob?.extract_result).toEqual(job?.extract_result)
    expect(sameJob?.extract_metadata.field_metadata.document_metadata.number).toMatchObject({
      confidence: expect.any(Number),
      citation: [{ page: 1, matching_text: expect.stringContaining('4711') }],
    })
  })

  test('needs no configuration where its key opens one deployment, and names it by id where it opens more', async () => {
    const { body: key } = await ada.post('global-api-deployment/keys/', {
      name: 'All',
      description: 'Opens all',
      allow_all_deployments: true,
    })
    const one = await open()
    const all = await open(key.key)
    const file = await upload(all)
    const own = await upload(one)
    const byKey = await one.extract.create?.({ file_input: own?.id })
    const byId = await all.extract.create?.({
      file_input: file?.id,
      configuration_id: otherDeployment.id,
    })

    expect(byKey).toMatchObject({ status: 'PENDING', configuration_id: 'payables' })
    expect(byId).toMatchObject({ configuration_id: 'others' })
    await expect(all.extract.create?.({ file_input: file?.id })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('has no file of another deployment, whose key opens only its own', async () => {
    const client = await open()
    const neighbour = await open(otherDeployment.key)
    const file = await upload(client)
    const neighbourFiles = await neighbour.files.list?.({ page_size: 1000 })

    expect(neighbourFiles?.items.map(({ id }: { id: string }) => id)).not.toContain(file?.id)
    for (const attempt of [
      () => neighbour.files.retrieve?.(file?.id),
      () => neighbour.files.content?.(file?.id),
      () => neighbour.files.delete?.(file?.id),
      () => neighbour.extract.create?.({ file_input: file?.id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 404 })
    }
    expect(await client.files.retrieve?.(file?.id)).toMatchObject({ id: file?.id })
  })

  test('is refused with the key of a switched-off deployment', async () => {
    const client = await open(otherDeployment.key)
    await ada.patch(`api/deployment/${otherDeployment.id}/`, { is_active: false })
    const refusal = { status: 401 }

    await expect(client.files.list?.({})).rejects.toMatchObject(refusal)
    await expect(upload(client)).rejects.toMatchObject(refusal)
    await ada.patch(`api/deployment/${otherDeployment.id}/`, { is_active: true })
    expect(await client.files.list?.({})).toMatchObject({ items: expect.any(Array) })
  })

  test('learns from a failed job why', async () => {
    const client = await open()
    const file = await client.files.create?.({
      file: new File(['%PDF-1.7 and nothing else'], 'broken.pdf'),
      purpose: 'extract',
    })
    const job = await client.extract.create?.({ file_input: file?.id })

    await expect.poll(async () => (await client.extract.get?.(job?.id))?.status).toBe('FAILED')
    expect((await client.extract.get?.(job?.id))?.error_message).toMatch(/\w/)
  })

  test('is refused what its key does not open, and what is not offered, by name', async () => {
    const client = await open()
    const file = await upload(client)
    const extract = (settings: object) =>
      client.extract.create?.({ file_input: file?.id, ...settings })
    const stranger = await open('no-key')

    for (const [settings, status, words] of [
      [{ configuration_id: 'others' }, 404, 'configuration'],
      [{ configuration_id: 'nothing' }, 404, 'configuration'],
      [{ configuration: { data_schema: { type: 'object' } } }, 400, 'configuration: '],
      [{ webhook_configuration_ids: ['one'] }, 400, 'webhook_configuration_ids: '],
      [{ file_input: crypto.randomUUID() }, 404, 'file'],
    ] as const) {
      await expect(extract(settings)).rejects.toMatchObject({
        status,
        message: expect.stringContaining(words),
      })
    }
    await expect(stranger.extract.create?.({ file_input: file?.id })).rejects.toMatchObject({
      status: 401,
    })
    await expect(client.extract.get?.(crypto.randomUUID())).rejects.toMatchObject({ status: 404 })
  })
})
