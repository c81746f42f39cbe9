import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDeployment, makeWorkflow } from '../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'

const model = await startCannedModelServer({
  reply: ({ prompt }) => {
    const [, fieldName = ''] = /What is the (seller|VAT id|city)/.exec(prompt) ?? []
    const line = prompt.split('\n').find((text) => text.trim().startsWith(`${fieldName}: `))
    return line?.split(': ')[1]?.trim() ?? 'NA'
  },
})

let server: TestServer
let ada: Studio
let project: { tool_id: string; profile_id: string; document_id: string }
let tableId: string
const promptIds: string[] = []

const suppliers = [
  'Number;Name;VAT ID;City',
  '7001;Müller & Söhne GmbH;DE123456788;Berlin',
  '7002;Nordwest Logistik AG;DE987654321;Hamburg',
  '7003;Nordwest Logistik AG;DE987654321;Bremen',
].join('\n')

const matchTo = {
  table: 'Suppliers',
  compare: [
    { column: 'Name', field: null },
    { column: 'VAT ID', field: 'vat_id' },
    { column: 'City', field: 'city' },
  ],
  add: ['Number'],
}

/** A service that sends the second version of the suppliers. */
let serviceStatus = 200
const [header = '', ...supplierLines] = suppliers.replace('7003;', '8003;').split('\n')
const service = createServer((_, response) => {
  const toItem = (line: string) =>
    Object.fromEntries(header.split(';').map((name, n) => [name, line.split(';')[n]]))
  response.writeHead(serviceStatus).end(JSON.stringify(supplierLines.map(toItem)))
}).listen(0, '127.0.0.1')

beforeAll(async () => {
  server = await startServer({ worker: true, env: { RECTO_INNER_ADDRESSES: 'on' } })
  ada = studioOf(server.as('admin'))
  const llm = await ada.cannedLlm(model)
  const table = await ada.person.upload('lookup-tables/', {
    files: [{ name: 'suppliers.csv', content: suppliers }],
    fields: { name: 'Suppliers' },
  })
  tableId = table.body.id
  project = await ada.runnable(file('march.txt', 'MUELLER + SOEHNE', 'DE 123 456 788'), {
    profile: { llm, chunk_size: 0 },
  })
  for (const [prompt_key, prompt] of [
    ['vendor', 'What is the seller?'],
    ['vat_id', 'What is the VAT id?'],
    ['city', 'What is the city?'],
  ]) {
    const { prompt_id } = await ada.prompt(project.tool_id, { prompt_key, prompt })
    promptIds.push(prompt_id)
  }
})

afterAll(async () => {
  await server?.close()
  service.closeAllConnections()
  service.close()
  await model.close()
})

const file = (name: string, seller: string, vatId: string, city = '-') => ({
  name,
  content: `seller: ${seller}\nVAT id: ${vatId}\ncity: ${city}\n`,
})

async function setSource() {
  const { port } = service.address() as AddressInfo
  const source = { kind: 'address', url: `http://127.0.0.1:${port}/` }
  const { status, body } = await ada.person.put(`lookup-tables/${tableId}/source/`, { source })
  expect([status, body.errors]).toEqual([200, undefined])
}

/** Refreshes the table from the service, and returns how that ended. */
async function refresh(status: number) {
  serviceStatus = status
  const { body } = await ada.person.post(`lookup-tables/${tableId}/refreshes/`)
  const findRefresh = async () =>
    (await ada.person.get(`lookup-tables/${tableId}/source/`)).body.last_refresh
  await expect
    .poll(findRefresh, { timeout: 20_000 })
    .toMatchObject({ id: body.id, ended_at: expect.any(String) })
  return findRefresh()
}

const saveMatchTo = (match_to: unknown) =>
  ada.person.patch(`prompt-studio/prompt/${promptIds[0]}/`, { match_to })

async function run(document_id: string) {
  const { tool_id, profile_id } = project
  await ada.person.post(`prompt-studio/bulk_fetch_response/${tool_id}`, {
    document_id,
    prompt_ids: promptIds,
    profile_manager: profile_id,
  })
  const outputs = `prompt-studio/prompt-output/?tool_id=${tool_id}&document_manager=${document_id}`
  await expect.poll(async () => (await ada.person.get(outputs)).body.length).toBe(promptIds.length)
}

const lookupsOf = async (documentId: string, person = ada.person) =>
  (await person.get(`prompt-studio/file/${project.tool_id}/lookups/?document_id=${documentId}`))
    .body

const alias = (value: string, row_key: string | null) =>
  ada.person.put(`lookup-tables/${tableId}/aliases/`, { value, row_key })

test('a setting that names no table, column or prompt is refused, and nothing is saved', async () => {
  const [first] = matchTo.compare
  for (const [change, attr] of [
    [{ table: 'Nobody' }, 'match_to.table'],
    [{ compare: [{ column: 'Nothing', field: null }] }, 'match_to.compare.0.column'],
    [{ compare: [first, { column: 'City', field: 'nothing' }] }, 'match_to.compare.1.field'],
    [{ compare: [] }, 'match_to.compare'],
    [{ add: ['Number', 'Nothing'] }, 'match_to.add.1'],
  ] as const) {
    const { status, body } = await saveMatchTo({ ...matchTo, ...change })
    expect([status, body.errors?.[0].attr]).toEqual([400, attr])
  }
  const { body } = await ada.person.get(`prompt-studio/prompt/${promptIds[0]}/`)
  expect(body.match_to).toBeNull()
})

test('the studio matches the values of a document, says why, and remembers what a person chooses', async () => {
  expect((await saveMatchTo(matchTo)).status).toBe(200)
  await run(project.document_id)
  expect((await lookupsOf(project.document_id)).lookups).toMatchObject([
    {
      prompt_id: promptIds[0],
      table: 'Suppliers',
      table_id: tableId,
      version: 1,
      status: 'matched',
      row_key: '7001',
      by: 'vat_id',
      reason: expect.stringContaining('VAT ID equal, name'),
      columns: { Number: '7001' },
      candidates: [],
    },
  ])

  const branch = await ada.document(
    project.tool_id,
    file('april.txt', 'Nordwest Logistik', 'DE987654321', 'Köln'),
  )
  await run(branch)
  const [ambiguous] = (await lookupsOf(branch)).lookups
  expect(ambiguous).toMatchObject({ status: 'ambiguous', row_key: null, columns: { Number: null } })
  const candidateKeys = ambiguous.candidates.map(({ row_key }: { row_key: string }) => row_key)
  expect(candidateKeys.slice(0, 2).sort()).toEqual(['7002', '7003'])

  expect((await alias(ambiguous.value, '9999')).body.errors[0].attr).toBe('row_key')
  expect((await alias('GmbH …', null)).status).toBe(200)
  expect((await alias(ambiguous.value, '7003')).status).toBe(200)
  expect((await lookupsOf(branch)).lookups[0]).toMatchObject({ row_key: '7003', by: 'alias' })
  await alias(ambiguous.value, null)
  expect((await lookupsOf(branch)).lookups[0]).toMatchObject({ status: 'not_found', by: 'alias' })
  const path = `lookup-tables/${tableId}/aliases/?value=${encodeURIComponent(ambiguous.value)}`
  expect((await ada.person.delete(path)).status).toBe(204)
  expect((await ada.person.delete(path)).status).toBe(404)
  expect((await lookupsOf(branch)).lookups[0].status).toBe('ambiguous')
})

test('a deployed tool adds the columns to its result, and uses the current version of the table', async () => {
  const { tool_id: projectId } = project
  const exportReply = await ada.person.post(`prompt-studio/export/${projectId}`, {
    is_shared_with_org: true,
    user_id: [],
    force_export: true,
  })
  expect(exportReply.status).toBe(200)
  const { body: registry } = await ada.person.get(
    `prompt-studio/registry/?custom_tool=${projectId}`,
  )
  const toolId = registry[0].prompt_registry_id
  const workflowId = await makeWorkflow(ada.person, 'Matching', toolId)
  const deployment = await makeDeployment(ada.person, 'matching', workflowId)
  const call = async (name: string, city: string) => {
    const { body } = await ada.person.upload(
      deployment.path,
      {
        files: [{ ...file(name, 'Nordwest Logistk AG', 'DE987654321', city), field: 'files' }],
        fields: { timeout: '300', include_metadata: 'true' },
      },
      { headers: { authorization: `Bearer ${deployment.key}` } },
    )
    return body.message.result[0].result
  }

  const { output, metadata } = await call('may.txt', 'Hamburg')
  expect(output).toEqual({
    vendor: 'Nordwest Logistk AG',
    vat_id: 'DE987654321',
    city: 'Hamburg',
    vendor_number: '7002',
  })
  expect(metadata.lookups.vendor).toMatchObject({ table: 'Suppliers', version: 1, row_key: '7002' })

  await ada.person.upload(`lookup-tables/${tableId}/versions/`, {
    files: [{ name: 'next.csv', content: suppliers.replace('7003;', '8003;') }],
  })
  const next = await call('june.txt', 'Bremen')
  expect(next.output.vendor_number).toBe('8003')
  expect(next.metadata.lookups.vendor).toMatchObject({ version: 2, row_key: '8003' })
  expect(next.metadata.lookups.vendor).not.toHaveProperty('refresh_failed_at')

  await setSource()
  const failedRefresh = await refresh(503)
  expect(failedRefresh.error).toContain('503')
  const { output: oldOutput, metadata: oldMetadata } = await call('july.txt', 'Bremen')
  expect(oldOutput.vendor_number).toBe('8003')
  expect(oldMetadata.lookups.vendor).toMatchObject({
    version: 2,
    row_key: '8003',
    refresh_failed_at: failedRefresh.ended_at,
  })
  expect((await lookupsOf(project.document_id)).lookups[0]).toMatchObject({
    refresh_failed_at: failedRefresh.ended_at,
  })
  // The failure was of the source that is replaced.
  serviceStatus = 200
  await setSource()
  const { metadata: replacedMetadata } = await call('late july.txt', 'Bremen')
  expect(replacedMetadata.lookups.vendor).toMatchObject({ version: 2, row_key: '8003' })
  expect(replacedMetadata.lookups.vendor).not.toHaveProperty('refresh_failed_at')
  expect((await lookupsOf(project.document_id)).lookups[0]).not.toHaveProperty('refresh_failed_at')

  await refresh(503)
  expect((await lookupsOf(project.document_id)).lookups[0]).toHaveProperty('refresh_failed_at')
  await refresh(200)
  const { metadata: newMetadata } = await call('august.txt', 'Bremen')
  expect(newMetadata.lookups.vendor).toMatchObject({ version: 2, row_key: '8003' })
  expect(newMetadata.lookups.vendor).not.toHaveProperty('refresh_failed_at')
})

test('a table that prompts are matched to is not deleted, and copies of a project keep the setting', async () => {
  const refusal = await ada.person.delete(`lookup-tables/${tableId}/`)
  expect([refusal.status, refusal.body.errors[0].detail]).toEqual([
    409,
    expect.stringContaining('Prompts are matched to “Suppliers”'),
  ])
  const { tool_id } = project
  const { body: copy } = await ada.person.post('prompt-studio/clone/', {
    tool_id,
    tool_name: 'Copy',
  })
  const { body: clone } = await ada.person.get(`prompt-studio/${copy.tool_id}/`)
  expect(clone.prompts[0].match_to).toEqual(matchTo)
})

test('matches are hidden from other organizations', async () => {
  const stranger = server.as('admin', { organization: 'elsewhere', name: 'stranger' })
  const path = `prompt-studio/file/${project.tool_id}/lookups/?document_id=${project.document_id}`
  expect((await stranger.get(path)).status).toBe(404)
  const aliases = `lookup-tables/${tableId}/aliases/`
  expect((await stranger.put(aliases, { value: 'Acme', row_key: null })).status).toBe(404)
})
