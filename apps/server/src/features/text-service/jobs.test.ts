import type { Page } from '@recto/document-text/model'
import type { ReadOptions, ReadPage } from '@recto/document-text/reader'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { retry } from '../../platform/retry.ts'
import { findJobState } from '../../testing/find-job-state.ts'
import { findTextJob, type TextJobRow } from './jobs/text-jobs.store.ts'
import { extractTextJob } from './jobs/text-service.jobs.ts'
import { rotateTextKey } from './keys/text-keys.ts'
import { extractTextOfJob, failTextJob } from './results/extract-text.ts'
import { purgeTexts } from './results/purge-texts.ts'
import { startTextService, type TextService } from './testing/start-text-service.ts'
import { openTextClient, type TextClient } from './testing/text-client.ts'

/** Jobs whose worker is the test: it decides when one dies. */

let service: TextService
let client: TextClient
let ctx: Context
let readOptions: ReadOptions[]
/** The page at which the worker dies. */
let dyingAt: number
/** The page at which the reader breaks, once. */
let breakingAt = Number.POSITIVE_INFINITY
/** Pages from it on cannot be recognised. */
let failingFrom = Number.POSITIVE_INFINITY

beforeAll(async () => {
  service = await startTextService({ worker: false })
  client = service.client
  ctx = { ...service.server.ctx, reader: { ...service.server.ctx.reader, readPages } }
})
afterAll(() => service?.close())
beforeEach(() => {
  readOptions = []
  dyingAt = Number.POSITIVE_INFINITY
  failingFrom = Number.POSITIVE_INFINITY
})

const deathError = new Error('The worker died.')

/** A document of 100 pages with one word each. */
async function* readPages(_bytes: Uint8Array, options: ReadOptions = {}): AsyncGenerator<ReadPage> {
  readOptions.push(options)
  const first = Number(/^(\d+)-$/.exec(options.pages ?? '')?.[1] ?? 1) - 1
  for (let number = first; number < 100; number++) {
    if (number === dyingAt) throw deathError
    if (number === breakingAt) {
      breakingAt = Number.POSITIVE_INFINITY
      throw new Error('The reader is closed.')
    }
    const failure = number >= failingFrom ? { failure: `Page ${number + 1} is too large.` } : {}
    const page = { ...pageOf(number), ...failure }
    yield { page, total: 100, requestedCount: 100 - first, seconds: 0.01 }
  }
}

const pageOf = (number: number): Page => ({
  number,
  width: 600,
  height: 800,
  rotation: 0,
  words: [{ text: `w${number}`, box: [50, 50, 100, 62], confidence: 1, origin: 'native' }],
  lines: [{ box: [50, 50, 100, 62], start: 0, end: 1 }],
})

async function jobOf(hash: string, organization = 'recto'): Promise<TextJobRow> {
  const job = await findTextJob(await service.tenantOf(organization), { whisperHash: hash })
  if (!job) throw new Error('There is no such job.')
  return job
}

const isRetryable = (error: unknown) =>
  error !== deathError && extractTextJob.retry?.isRetryable?.(error) === true

const undisturbedRun = () => {
  const { signal } = new AbortController()
  return { signal, cancelSignal: signal, assertHeld: async () => {} }
}

/** Runs the job of a text as a worker does, which may die. */
async function work(hash: string): Promise<void> {
  const { organization_id: organizationId, id: jobId } = await jobOf(hash)
  const extract = () => extractTextOfJob(ctx, { organizationId, jobId }, undisturbedRun())
  try {
    await retry(extract, { ...extractTextJob.retry, isRetryable }, { wait: async () => {} })
  } catch (error) {
    // A handler whose worker dies never hears of it.
    if (error !== deathError) await failTextJob(ctx, { organizationId, jobId }, error)
  }
}

const options = { mode: 'native_text' }
const status = async (hash: string) =>
  (await client.ask('GET', '/whisper-status', { query: { whisper_hash: hash } })).body
const usage = async () => (await client.ask('GET', '/get-usage-info')).body.current_page_count

describe('a job', () => {
  test('is accepted and has no worker yet', async () => {
    const hash = await client.upload('waiting', options)
    const { id } = await jobOf(hash)

    expect(await status(hash)).toMatchObject({ status: 'accepted', detail: [] })
    expect(await findJobState(service.server.ctx, `extract-text:${id}`)).toBe('waiting')
    const refusedReply = await client.ask('GET', '/whisper-retrieve', {
      query: { whisper_hash: hash },
    })
    expect(refusedReply).toMatchObject({
      status: 400,
      body: { message: 'Whisper not ready : accepted' },
    })
  })

  test('whose worker dies is processing, and goes on behind the last page that was kept', async () => {
    const initialUsage = await usage()
    const hash = await client.upload('killed', options)
    dyingAt = 80
    await work(hash)
    expect((await status(hash)).status).toBe('processing')
    dyingAt = Number.POSITIVE_INFINITY
    await work(hash)
    const { body } = await client.ask('GET', '/whisper-retrieve', { query: { whisper_hash: hash } })

    expect(readOptions.map(({ pages }) => pages)).toEqual(['', '65-'])
    expect((body.result_text as string).match(/w\d+/g)).toEqual(
      Array.from({ length: 100 }, (_, i) => `w${i}`),
    )
    expect(await usage()).toBe(initialUsage + 100)
  })

  test('whose reader breaks for no fault of the document is read once more', async () => {
    const hash = await client.upload('interrupted', options)
    breakingAt = 70
    await work(hash)

    expect(readOptions.map(({ pages }) => pages)).toEqual(['', '65-'])
    expect((await status(hash)).status).toBe('processed')
  })

  test('that runs once more after it was done changes and charges nothing', async () => {
    const hash = await client.upload('twice', options)
    await work(hash)
    const initialUsage = await usage()
    const done = await jobOf(hash)
    await work(hash)

    expect(await usage()).toBe(initialUsage)
    expect((await jobOf(hash)).finished_at).toEqual(done.finished_at)
    expect(readOptions).toHaveLength(1)
  })

  test('with content that was read before with the same options reads nothing, and is charged', async () => {
    const first = await client.upload('known content', options)
    await work(first)
    await status(first)
    const initialUsage = await usage()
    const second = await client.upload('known content', { ...options, page_separator: '===' })
    await work(second)
    await work(await client.upload('known content', { ...options, mode: 'table' }))

    expect(readOptions.map(({ mode }) => mode)).toEqual(['native_text', 'table'])
    expect(await usage()).toBe(initialUsage + 200)
    expect((await status(second)).detail).toHaveLength(100)
  })

  test('in a language that is not there is read in English', async () => {
    const read = ctx.reader.readPages
    const missingLanguage = Object.assign(new Error('There is no Klingon.'), {
      code: 'language-missing',
    })
    const reader = {
      ...ctx.reader,
      readPages: (bytes: Uint8Array, options: ReadOptions = {}) => {
        if (options.language !== 'eng') throw missingLanguage
        return read(bytes, options)
      },
    }
    const hash = await client.upload('in Klingon', { ...options, lang: 'tlh' })
    const { organization_id: organizationId, id: jobId } = await jobOf(hash)
    await extractTextOfJob({ ...ctx, reader }, { organizationId, jobId }, undisturbedRun())

    expect((await status(hash)).status).toBe('processed')
    expect(readOptions.map(({ language }) => language)).toEqual(['eng'])
  })
})

describe('a page that cannot be recognised', () => {
  test('is named in the status and beside the text, which has the others, and is not charged', async () => {
    const initialUsage = await usage()
    const hash = await client.upload('with two bad pages', options)
    failingFrom = 98
    await work(hash)
    const done = await status(hash)
    const { body } = await client.ask('GET', '/whisper-retrieve', { query: { whisper_hash: hash } })

    expect(done.status).toBe('processed')
    expect(done.message).toContain('These pages could not be read: 99, 100.')
    expect(done.detail.map(({ message }: { message: string }) => message).slice(97)).toEqual([
      'extraction_success',
      'extraction_failed: Page 99 is too large.',
      'extraction_failed: Page 100 is too large.',
    ])
    expect(body.result_text).toContain('w97')
    expect(body.metadata).toEqual({
      failed_pages: [
        { page_no: 99, message: 'Page 99 is too large.' },
        { page_no: 100, message: 'Page 100 is too large.' },
      ],
    })
    expect(await usage()).toBe(initialUsage + 98)
  })

  test('fails the job when there is no other', async () => {
    const initialUsage = await usage()
    const hash = await client.upload('of bad pages alone', options)
    failingFrom = 0
    await work(hash)

    expect(await status(hash)).toMatchObject({ status: 'error', message: 'Page 1 is too large.' })
    expect(await usage()).toBe(initialUsage)
  })
})

describe('a purge', () => {
  async function age(hash: string, days: number): Promise<void> {
    const { id } = await jobOf(hash)
    await ctx.db
      .updateTable('text_job')
      .set({ created_at: new Date(Date.now() - days * 24 * 60 * 60 * 1000) })
      .where('id', '=', id)
      .execute()
  }

  test('removes old jobs with their texts and documents, and no younger ones and no usage', async () => {
    const old = await client.upload('to be purged', options)
    const young = await client.upload('to be kept', options)
    for (const hash of [old, young]) await work(hash)
    const job = await jobOf(old)
    const keptJob = await jobOf(young)
    const initialUsage = await usage()
    await age(old, 31)
    await age(young, 29)
    const { organizationId } = await service.tenantOf('recto')
    await purgeTexts(ctx, { organizationId })

    const left = async ({ id, file_hash }: TextJobRow) =>
      (await ctx.files.list(`text-service/${organizationId}/${id}`)).length +
      (await ctx.files.list(`documents/${organizationId}`)).filter(({ path }) =>
        path.includes(file_hash),
      ).length
    expect(
      (await client.ask('GET', '/whisper-detail', { query: { whisper_hash: old } })).status,
    ).toBe(400)
    expect(await left(job)).toBe(0)
    expect(await left(keptJob)).toBeGreaterThan(2)
    expect((await status(young)).status).toBe('processed')
    expect(await usage()).toBe(initialUsage)
  })

  test('keeps a document that a younger job has too', async () => {
    const old = await client.upload('sent again', options)
    await work(old)
    await status(old)
    const young = await client.upload('sent again', options)
    await age(old, 31)
    const { organizationId } = await service.tenantOf('recto')
    await purgeTexts(ctx, { organizationId })
    await work(young)

    expect((await status(young)).status).toBe('processed')
  })
})

describe('a key', () => {
  test('that was replaced opens nothing, and the new one opens the jobs of the old', async () => {
    const hash = await client.upload('before the change', options)
    const key = await rotateTextKey(ctx, await service.tenantOf('recto'))
    const changedClient = openTextClient(service.server.origin, key)
    const query = { whisper_hash: hash }

    expect((await client.ask('GET', '/whisper-status', { query })).status).toBe(401)
    expect((await changedClient.ask('GET', '/whisper-status', { query })).status).toBe(200)
    const rows = await ctx.db.selectFrom('text_service_key').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key)
  })
})
