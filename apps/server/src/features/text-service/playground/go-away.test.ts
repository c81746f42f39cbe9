import { openReader } from '@recto/document-reader/open-reader'
import type { Reader } from '@recto/document-text/reader'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findJobState } from '../../../testing/find-job-state.ts'
import { drawPages } from '../testing/draw-pages.ts'
import { startTextService, type TextService } from '../testing/start-text-service.ts'

/** A caller of the playground who goes away while the document is read. */

let service: TextService
const reading = Promise.withResolvers<void>()
const stopPromise = Promise.withResolvers<void>()
const reader: Reader = {
  ...openReader(),
  async *readPages(_bytes, { signal } = {}) {
    reading.resolve()
    signal?.addEventListener('abort', () => stopPromise.resolve())
    await stopPromise.promise
    signal?.throwIfAborted()
    yield* []
    return undefined
  },
}
beforeAll(async () => {
  service = await startTextService({ replace: { reader } })
})
afterAll(() => service?.close())

test('the job is cancelled: its reading stops, and nothing is charged', async () => {
  const leavingController = new AbortController()
  const content = await drawPages(['Invoice 42'])
  const replyPromise = service.server
    .as('admin')
    .upload(
      '/api/v1/llmwhisperer/recto/extract-text/',
      { fields: { recto_key: service.key }, files: [{ name: 'invoice.pdf', content }] },
      { signal: leavingController.signal },
    )
  await reading.promise
  leavingController.abort()
  await expect(replyPromise).rejects.toThrow(/abort/)
  await stopPromise.promise

  const job = await service.server.ctx.db
    .selectFrom('text_job')
    .select(['id', 'status', 'error_message'])
    .executeTakeFirstOrThrow()
  expect([job.status, job.error_message]).toEqual(['error', 'The job was cancelled.'])
  expect(await findJobState(service.server.ctx, `extract-text:${job.id}`)).toBe('cancelled')
  const { body } = await service.client.ask('GET', '/get-usage-info')
  expect(body.current_page_count).toBe(0)
})
