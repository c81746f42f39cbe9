import { builtInReaderId } from '@recto/providers/built-in-ids'
import { startCannedTextService } from '@recto/testkit/canned-text-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longText } from '../../../entry/testing/hostile-files.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { storeBytes } from '../../documents/documents.port.ts'
import { runStep } from '../../model-calls/model-calls.port.ts'
import { loadDocumentText } from './load-document-text.ts'

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await startServer()
  await server.as('admin').get('users/profile/')
  const { id } = await server.ctx.db
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', server.ctx.config.organization)
    .executeTakeFirstOrThrow()
  tenant = { db: server.ctx.db, organizationId: id }
})
afterAll(() => server?.close())

async function createExtractor(id: string, name: string, settings: object): Promise<string> {
  const { status, body } = await server.as('admin').post('adapter/', {
    adapter_id: id,
    adapter_name: name,
    adapter_type: 'X2TEXT',
    adapter_metadata: { adapter_name: name, ...settings },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

/** Stores a document and returns how to load its text in a run that can be aborted. */
async function storeDocument(textExtractorId: string, content: string) {
  const bytes = new TextEncoder().encode(content)
  const { hash } = await storeBytes(server.ctx, tenant, { bytes, mimeType: 'text/plain' })
  const controller = new AbortController()
  const load = (signal?: AbortSignal) =>
    loadDocumentText(server.ctx, tenant, {
      document: { hash, name: 'a.txt' },
      textExtractorId,
      calls: {
        runId: hash,
        callKeyPrefix: hash,
        step: runStep,
        signal,
        claims: server.ctx.claims,
        masking: undefined,
      },
    })
  return { controller, read: load }
}

test('aborts a free reading with the run', async () => {
  const extractorId = await createExtractor(builtInReaderId, 'Reader', {})
  const { controller, read } = await storeDocument(extractorId, String(longText(100).content))
  const reason = new Error('The file was handed on.')

  const pending = read(controller.signal)
  controller.abort(reason)

  await expect(pending).rejects.toBe(reason)
  const { text } = await read()
  expect(text.pages.length).toBeGreaterThanOrEqual(100)
})

test('finishes a paid reading after its run is aborted and stores the text for the next run', async () => {
  const line = { text: 'Total 12.50', baseY: 155, height: 51 }
  await using cleaning = new AsyncDisposableStack()
  const service = await startCannedTextService({ text: { pages: [[line]] } })
  cleaning.defer(() => service.close())
  const settings = { url: service.url, unstract_key: 'sesame' }
  const extractorId = await createExtractor(
    'llmwhisperer|a5e6b8af-3e1f-4a80-b006-d017e8e67f93',
    'Service',
    settings,
  )
  const { controller, read } = await storeDocument(extractorId, 'a document')
  const requestsBefore = service.requests.length

  const pending = read(controller.signal)
  await service.received(requestsBefore + 1)
  controller.abort(new Error('The file was handed on.'))
  expect((await pending).text.pages).toHaveLength(1)
  const requestsAfter = service.requests.length

  expect(await (await read()).text.wholeText()).toContain('Total 12.50')
  expect(service.requests).toHaveLength(requestsAfter)
})
