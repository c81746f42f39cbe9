import { pageText } from '@recto/document-text/page-lines'
import { builtInReaderId } from '@recto/providers/built-in-ids'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../platform/db/database.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { openTextExtractor } from './adapters.port.ts'

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await startServer()
  const { db } = server.ctx
  await server.as('admin').get('users/profile/')
  const organizations = await db.selectFrom('organization').select(['id', 'slug']).execute()
  tenant = { db, organizationId: organizations.find(({ slug }) => slug === 'recto')!.id }
})
afterAll(() => server?.close())

async function create(name: string, settings: object): Promise<string> {
  const { status, body } = await server.as('admin').post('adapter/', {
    adapter_id: builtInReaderId,
    adapter_name: name,
    adapter_type: 'X2TEXT',
    adapter_metadata: { adapter_name: name, ...settings },
  })
  expect([status, body]).toEqual([201, expect.objectContaining({ id: expect.any(String) })])
  return body.id
}

test('texts are kept apart by the settings of the reader, and shared where these are the same', async () => {
  const keyOf = async (id: string) => (await openTextExtractor(server.ctx, tenant, id)).key
  const keys = await Promise.all([
    create('Plain', { mode: 'native_text' }).then(keyOf),
    create('Fast', { mode: 'low_cost' }).then(keyOf),
    create('Fast German', { mode: 'low_cost', language: 'deu' }).then(keyOf),
    create('Also fast', { mode: 'low_cost' }).then(keyOf),
  ])

  expect(new Set(keys).size).toBe(3)
  expect(keys[3]).toBe(keys[1])
})

test('the reader that everybody has, from before there were settings, goes on reading', async () => {
  const { body: adapters } = await server.as('admin').get('adapter/?adapter_type=X2TEXT')
  const seededAdapter = adapters.find(({ adapter_id }: { adapter_id: string }) =>
    adapter_id.startsWith('recto-builtin|'),
  )
  const [invoice] = await sampleInvoices()

  const { extractor } = await openTextExtractor(server.ctx, tenant, seededAdapter.id)
  const { pages } = await extractor.read(invoice!.file, { name: invoice!.name })

  expect(pages.map(pageText).join('\n')).toContain('TR-2026-0417')
})
