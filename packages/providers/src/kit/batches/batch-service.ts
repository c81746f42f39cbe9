import { omitUndefined } from '@recto/omit-undefined'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { z } from 'zod'
import { asForm } from '../as-form.ts'
import type { ExternalCall } from '../external-call.ts'
import { linesOf } from '../lines-of.ts'
import { messageIn, RefusedAnswer } from '../refused-answer.ts'

export type BatchServiceOptions = {
  /** Name of the service, for people. */
  readonly name: string
  readonly baseURL: string
  readonly headers: Readonly<Record<string, string>>
  /** This does not adapt what it sends, in contrast to that of a model, and its responses have any size. */
  readonly fetch: typeof globalThis.fetch
  readonly call: ExternalCall
}

type ServiceRequest = {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** Sent as JSON. */
  readonly body?: unknown
  /** Whether the answer may contain many replies. */
  readonly isLarge?: boolean
}

export type BatchService = {
  /** Asks for JSON of the shape. */
  ask<T>(path: string, shape: z.ZodType<T>, request?: ServiceRequest): Promise<T>
  /** Uploads lines of JSON as a file, and returns the answer. */
  upload<T>(path: string, shape: z.ZodType<T>, file: LinesFile): Promise<T>
  /** Tells the service something whose answer says nothing. */
  tell(path: string, method: 'POST' | 'DELETE'): Promise<void>
  /** Reads a file line by line. */
  lines(path: string): AsyncGenerator<string>
}

type LinesFile = {
  readonly name: string
  readonly fields: Readonly<Record<string, string>>
  readonly lines: readonly object[]
}

/** Nothing is computed, but files may be large. */
const askSeconds = 60
const fileSeconds = 600
const maxRefusalLetters = 200_000
/** A longer body takes as much time as a file. */
const maxShortLetters = 1_000_000
/** The replies of a batch of Gemini, each as long as its models can write, fit into this. */
const maxAnswerBytes = 256_000_000

/** Returns the text of an answer; `undefined` for one that is too long. Files are read line by line instead. */
async function readText({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxAnswerBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Opens the interface through which a service takes batches and gives them back. */
export function openBatchService(options: BatchServiceOptions): BatchService {
  const { name, call } = options
  const readJson = async <T>(response: Response, shape: z.ZodType<T>): Promise<T> => {
    const answer = shape.safeParse(parseJsonLine((await readText(response)) ?? ''))
    if (answer.success) return answer.data
    const message = `${name} returned an answer about a batch that could not be read.`
    throw new ProviderError({ code: 'reply-unreadable', message })
  }
  return {
    ask(path, shape, { method, body, isLarge = false }: ServiceRequest = {}) {
      const json = body === undefined ? undefined : JSON.stringify(body)
      const isFile = isLarge || (json?.length ?? 0) > maxShortLetters
      return call({ limitSeconds: isFile ? fileSeconds : askSeconds }, async (signal) => {
        const init = omitUndefined({ body: json })
        const usedMethod = method ?? (json === undefined ? 'GET' : 'POST')
        const content = { ...init, type: json === undefined ? undefined : 'application/json' }
        return readJson(
          await send(options, path, { method: usedMethod, signal, ...content }),
          shape,
        )
      })
    },
    upload: (path, shape, { name: fileName, fields, lines }) =>
      call({ limitSeconds: fileSeconds }, async (signal) => {
        const bytes = Buffer.from(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
        const form = await asForm(fields, { field: 'file', name: fileName, bytes })
        const content = { type: form.type, body: form.bytes }
        return readJson(await send(options, path, { method: 'POST', signal, ...content }), shape)
      }),
    tell: (path, method) =>
      call({ limitSeconds: askSeconds }, async (signal) => {
        await (await send(options, path, { method, signal })).body?.cancel()
      }),
    lines: (path) => readLines(options, path),
  }
}

/** A failure in the middle of the file is explained like one at its beginning. */
async function* readLines(options: BatchServiceOptions, path: string): AsyncGenerator<string> {
  const limits = { limitSeconds: fileSeconds }
  const response = await options.call(limits, (signal) =>
    send(options, path, { method: 'GET', signal }),
  )
  if (!response.body) return
  const lines = linesOf(response.body)
  for (;;) {
    const line = await options.call(limits, () => lines.next())
    if (line.done) return
    yield line.value
  }
}

type RequestInService = {
  readonly method: string
  readonly signal: AbortSignal
  readonly body?: string | Uint8Array
  readonly type?: string | undefined
}

async function send(
  { fetch, baseURL, headers }: BatchServiceOptions,
  path: string,
  { type, ...init }: RequestInService,
): Promise<Response> {
  const response = await fetch(`${baseURL}${path}`, {
    ...(init as RequestInit),
    redirect: 'manual',
    headers: { ...headers, ...omitUndefined({ 'content-type': type }) },
  })
  if (response.ok) return response
  const text = ((await readText(response)) ?? '').slice(0, maxRefusalLetters)
  throw new RefusedAnswer(response, {
    message: messageIn(parseJsonLine(text)) ?? response.statusText,
  })
}

export function parseJsonLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A batch of ours is among the latest ones. */
const maxPages = 20

type Page = {
  /** The id that was looked for, if it is on the page. */
  readonly id?: string | undefined
  /** Says where the next page begins; absent after the last one. */
  readonly next?: string | undefined
}

/** Looks for a batch in the pages of a list; the first page begins at an empty text. */
export async function findInPages(
  readPage: (start: string, index: number) => Promise<Page>,
): Promise<string | undefined> {
  let start = ''
  for (let index = 0; index < maxPages; index++) {
    const { id, next } = await readPage(start, index)
    if (id !== undefined) return id
    if (!next) return undefined
    start = next
  }
  return undefined
}
