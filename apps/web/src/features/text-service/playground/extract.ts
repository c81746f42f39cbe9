import * as api from '@recto/contract/text-service'
import { z } from 'zod'
import { sendRaw } from '../../../shared/api/ask.ts'
import { Refusal } from '../../../shared/api/refusal.ts'
import { type Options, queryOf } from './options.ts'

const base = '/api/v2'
const lookEveryMilliseconds = 400
/** Reading takes minutes for long scans; whoever waits longer asks by a program. */
const longestMinutes = 15

export type ExtractionAsk = {
  readonly key: string
  readonly file: File
  readonly options: Options
  readonly signal: AbortSignal
  /** Called with the number of pages that have been read. */
  onProgress(pages: number): void
}

export type TrialResult = {
  /** By which the text service knows the document. */
  readonly hash: string
  readonly pages: readonly TextPage[]
  readonly text: string
}

type TextLine = {
  /** Its place in the whole text, from 0. */
  readonly index: number
  readonly text: string
}
export type TextPage = { readonly lines: readonly TextLine[] }

const Failure = z.object({ message: z.string() })

async function ask<Reply extends z.ZodType>(
  key: string,
  path: string,
  { Reply, body, signal }: { Reply: Reply; body?: Blob; signal?: AbortSignal },
): Promise<z.output<Reply>> {
  const { status, text } = await sendRaw(`${base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'unstract-key': key },
    ...(body && { body }),
    ...(signal && { signal }),
  })
  const answer: unknown = jsonOf(text)
  if (status < 300) return Reply.parse(answer)
  const failure = Failure.safeParse(answer)
  // Never of the kind that leads to the page of ended subscriptions: the pages of a day are used up.
  const said = failure.success ? failure.data.message : undefined
  throw new Refusal({ kind: 'client_error', status, ...(said && { said }) })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Proxies answer in HTML; the status says what happened.
    return undefined
  }
}

/** Has a document read as any program would, and waits for its text. */
export async function extract({
  key,
  file,
  options,
  signal,
  onProgress,
}: ExtractionAsk): Promise<TrialResult> {
  const query = new URLSearchParams(queryOf(options, file.name))
  const Reply = api.whisper.reply
  const { whisper_hash: hash } = await ask(key, `/whisper?${query}`, { Reply, body: file, signal })
  const ofJob = new URLSearchParams({ whisper_hash: hash })
  const deadline = Date.now() + longestMinutes * 60_000
  for (;;) {
    const told = await ask(key, `/whisper-status?${ofJob}`, {
      Reply: api.getWhisperStatus.reply,
      signal,
    })
    if (told.status === 'error') throw failure(told.message)
    if (told.status === 'processed') break
    onProgress(told.detail.length)
    if (Date.now() > deadline) throw failure('The document is still being read.')
    await pause(signal)
  }
  const result = await ask(key, `/whisper-retrieve?${ofJob}`, { Reply: api.WhisperResult, signal })
  const pages = pagesOf(result.result_text)
  const text = pages.map(({ lines }) => lines.map((line) => line.text).join('\n')).join('\n')
  return { hash, pages, text }
}

const failure = (said: string) => new Refusal({ kind: 'client_error', status: 400, said })

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Refusal({ kind: 'cancelled', status: 0 }))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, lookEveryMilliseconds)
  })
}

const number = /^0x[0-9A-F]+: ?/
const separator = '<<<'

/** The lines of each page, without the numbers that they were asked for with. */
export function pagesOf(numbered: string): readonly TextPage[] {
  const pages: TextLine[][] = [[]]
  for (const [index, line] of numbered.split('\n').entries()) {
    const text = line.replace(number, '')
    pages.at(-1)?.push({ index, text })
    if (text.trim() === separator) pages.push([])
  }
  const last = pages.at(-1)
  if (pages.length > 1 && last?.every(({ text }) => text.trim() === '')) pages.pop()
  return pages.map((lines) => ({ lines }))
}

/** Where a line stands on its page, as parts of the page's height; `undefined` for a line without a place. */
export async function findPlace(
  key: string,
  { hash, line }: { readonly hash: string; readonly line: number },
): Promise<PlaceOfLine | undefined> {
  const query = new URLSearchParams({ whisper_hash: hash, lines: String(line) })
  const found = await ask(key, `/highlights?${query}`, { Reply: api.getHighlights.reply })
  const place = found[String(line)]
  if (!place || place.height === 0) return undefined
  const { page, base_y, height, page_height } = place
  return { page, top: (base_y - height) / page_height, height: height / page_height }
}

export type PlaceOfLine = { readonly page: number; readonly top: number; readonly height: number }
