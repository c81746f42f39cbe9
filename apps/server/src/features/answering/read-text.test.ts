import { builtInReaderId } from '@recto/providers/built-in-ids'
import { startCannedTextService } from '@recto/testkit/canned-text-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longText } from '../../entry/testing/hostile-files.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { storeBytes } from '../documents/documents.port.ts'
import { runStep } from '../model-calls/model-calls.port.ts'
import { readText } from './read-text.ts'

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

async function extractor(id: string, name: string, settings: object): Promise<string> {
  const { status, body } = await server.as('admin').post('adapter/', {
    adapter_id: id,
    adapter_name: name,
    adapter_type: 'X2TEXT',
    adapter_metadata: { adapter_name: name, ...settings },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

/** Reads a document anew each time, for a run that may be ended. */
async function reading(textExtractorId: string, content: string) {
  const bytes = new TextEncoder().encode(content)
  const { hash } = await storeBytes(server.ctx, tenant, { bytes, mimeType: 'text/plain' })
  const controller = new AbortController()
  const read = (signal?: AbortSignal) =>
    readText(server.ctx, tenant, {
      document: { hash, name: 'a.txt' },
      textExtractorId,
      calls: {
        ...{ runId: hash, callKeyPrefix: hash, step: runStep, signal },
        claims: server.ctx.claims,
        masking: undefined,
      },
    })
  return { controller, read }
}

test('a reading that costs nothing ends with the run', async () => {
  const free = await extractor(builtInReaderId, 'Reader', {})
  const { controller, read } = await reading(free, String(longText(100).content))
  const reason = new Error('The file was handed on.')

  const ended = read(controller.signal)
  controller.abort(reason)

  await expect(ended).rejects.toBe(reason)
  const { text } = await read()
  expect(text.pages.length).toBeGreaterThanOrEqual(100)
})

test('a reading that is paid goes on, and its text is kept for the next run', async () => {
  const line = { text: 'Total 12.50', baseY: 155, height: 51 }
  await using cleaning = new AsyncDisposableStack()
  const service = await startCannedTextService({ text: { pages: [[line]] } })
  cleaning.defer(() => service.close())
  const settings = { url: service.url, unstract_key: 'sesame' }
  const paid = await extractor(
    'llmwhisperer|a5e6b8af-3e1f-4a80-b006-d017e8e67f93',
    'Service',
    settings,
  )
  const { controller, read } = await reading(paid, 'a document')
  const before = service.requests.length

  const going = read(controller.signal)
  await service.received(before + 1)
  controller.abort(new Error('The file was handed on.'))
  expect((await going).text.pages).toHaveLength(1)
  const asked = service.requests.length

  expect(await (await read()).text.wholeText()).toContain('Total 12.50')
  expect(service.requests).toHaveLength(asked)
})
