import * as api from '@recto/contract/text-service/text-service'
import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { Refusal } from '../../../shared/api/refusal.ts'
import { sendRaw } from '../../../shared/api/requests.ts'
import { type ExtractionOptions, queryOf } from './options.ts'

const base = '/api/v2'
const pollMs = 400
/** Timeout. Long scans take minutes to read; programs can wait longer. */
const maxMinutes = 15

export type ExtractionAsk = {
  readonly key: string
  readonly file: File
  readonly options: ExtractionOptions
  readonly signal: AbortSignal
  /** Called with the number of pages that have been read. */
  onProgress(pages: number): void
}

export type TrialResult = {
  /** Id of the document in the text service. */
  readonly hash: string
  readonly pages: readonly TextPage[]
  readonly text: string
}

type TextLine = {
  /** Zero-based index in the whole text. */
  readonly index: number
  readonly text: string
}
export type TextPage = { readonly lines: readonly TextLine[] }

const Failure = z.object({ message: z.string() })

async function request<Reply extends z.ZodType>(
  key: string,
  path: string,
  { Reply, body, signal }: { Reply: Reply; body?: Blob; signal?: AbortSignal },
): Promise<z.output<Reply>> {
  const { status, text } = await sendRaw(
    `${base}${path}`,
    omitUndefined({
      method: body ? 'POST' : 'GET',
      headers: { 'unstract-key': key },
      body,
      signal,
    }),
  )
  const answer: unknown = jsonOf(text)
  if (status < 300) return Reply.parse(answer)
  const failure = Failure.safeParse(answer)
  // Never the kind that redirects to the page for ended subscriptions, because this may only mean
  // that the daily quota is used up.
  const message = failure.success ? failure.data.message : undefined
  throw new Refusal({
    kind: 'client_error',
    status,
    ...omitUndefined({ serverMessage: message || undefined }),
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Proxies may reply with HTML; the status is sufficient then.
    return undefined
  }
}

/** Extracts the text of a document with the public API and waits for the result. */
export async function extract({
  key,
  file,
  options,
  signal,
  onProgress,
}: ExtractionAsk): Promise<TrialResult> {
  const query = new URLSearchParams(queryOf(options, file.name))
  const Reply = api.whisper.reply
  const { whisper_hash: hash } = await request(key, `/whisper?${query}`, {
    Reply,
    body: file,
    signal,
  })
  const ofJob = new URLSearchParams({ whisper_hash: hash })
  const deadline = Date.now() + maxMinutes * 60_000
  for (;;) {
    const statusReply = await request(key, `/whisper-status?${ofJob}`, {
      Reply: api.getWhisperStatus.reply,
      signal,
    })
    if (statusReply.status === 'error') throw failure(statusReply.message)
    if (statusReply.status === 'processed') break
    onProgress(statusReply.detail.length)
    if (Date.now() > deadline)
      throw failure('The document is still being processed. Try again later.')
    await pause(signal)
  }
  const result = await request(key, `/whisper-retrieve?${ofJob}`, {
    Reply: api.WhisperResult,
    signal,
  })
  const pages = pagesOf(result.result_text)
  const text = pages.map(({ lines }) => lines.map((line) => line.text).join('\n')).join('\n')
  return { hash, pages, text }
}

const failure = (message: string) =>
  new Refusal({ kind: 'client_error', status: 400, serverMessage: message })

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Refusal({ kind: 'cancelled', status: 0 }))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, pollMs)
  })
}

const number = /^0x[0-9A-F]+: ?/
const separator = '<<<'

/** Splits the text into pages and lines and removes the line numbers that were requested. */
export function pagesOf(numberedText: string): readonly TextPage[] {
  const pages: TextLine[][] = [[]]
  for (const [index, line] of numberedText.split('\n').entries()) {
    const text = line.replace(number, '')
    pages.at(-1)?.push({ index, text })
    if (text.trim() === separator) pages.push([])
  }
  const last = pages.at(-1)
  if (pages.length > 1 && last?.every(({ text }) => text.trim() === '')) pages.pop()
  return pages.map((lines) => ({ lines }))
}

/**
 * Returns the vertical location of a line as fractions of the page height; `undefined` if it has
 * none.
 */
export async function findLineBox(
  key: string,
  { hash, line }: { readonly hash: string; readonly line: number },
): Promise<LineBox | undefined> {
  const query = new URLSearchParams({ whisper_hash: hash, lines: String(line) })
  const reply = await request(key, `/highlights?${query}`, { Reply: api.getHighlights.reply })
  const box = reply[String(line)]
  if (!box || box.height === 0) return undefined
  const { page, base_y, height, page_height } = box
  return { page, top: (base_y - height) / page_height, height: height / page_height }
}

export type LineBox = { readonly page: number; readonly top: number; readonly height: number }
