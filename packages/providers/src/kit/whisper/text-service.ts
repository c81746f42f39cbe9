import { omitUndefined } from '@recto/omit-undefined'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import type { ExternalCall } from '../external-call.ts'
import { readJsonAnswer } from '../read-answer.ts'
import type { LinePlace } from './place-words.ts'
import { type RetrySchedule, withRetries } from './with-retries.ts'

export type ServiceSettings = {
  readonly name: string
  readonly url: string
  readonly key: string
  readonly fetch: typeof globalThis.fetch
  readonly call: ExternalCall
  readonly retrySchedule: RetrySchedule & {
    /** Time limit for one call. */
    readonly callSeconds: number
  }
}

export type TextService = ReturnType<typeof connectTextService>

type ServiceRequest<T> = {
  readonly path: string
  readonly query?: URLSearchParams
  readonly body?: Uint8Array<ArrayBuffer>
  readonly shape: z.ZodType<T>
  readonly signal: AbortSignal
}

const Submitted = z.object({ whisper_hash: z.string().min(1) })
const Status = z.object({ status: z.string(), message: z.string().optional() })
const unknownWords: { text: string; confidence: number }[][] = []
const Result = z.object({
  result_text: z.string(),
  confidence_metadata: z
    .array(z.array(z.object({ text: z.string(), confidence: z.coerce.number().min(0).max(1) })))
    .catch(unknownWords),
})
const place = z.number().nonnegative()
const Highlights = z.record(
  z.string().regex(/^\d+$/),
  z.object({ base_y: place, height: place, page_height: place }),
)

/** Makes the calls of version 2 of the text extraction protocol. All throw `ProviderError`. */
export function connectTextService(settings: ServiceSettings) {
  const { name, key, call, retrySchedule } = settings
  const root = `${settings.url.replace(/(?<!\/)\/+$/, '').replace(/\/api\/v2$/, '')}/api/v2`

  async function send<T>(
    { path, query, body, shape }: ServiceRequest<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const response = await settings.fetch(`${root}${path}${query ? `?${query}` : ''}`, {
      // A redirected upload would become a GET and send the key to another host.
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        'unstract-key': key,
        ...omitUndefined({ 'content-type': body && 'application/octet-stream' }),
      },
      ...omitUndefined({ method: body && 'POST', body }),
      signal,
    })
    return readJsonAnswer(response, { name, shape, errorKey: 'message' })
  }
  const sendOnce = <T>(request: ServiceRequest<T>): Promise<T> =>
    call({ limitSeconds: retrySchedule.callSeconds, signal: request.signal }, (callSignal) =>
      send(request, callSignal),
    )
  const ask = <T>(request: ServiceRequest<T>): Promise<T> =>
    withRetries(retrySchedule, request.signal, () => sendOnce(request))

  return {
    /** Calls once without retries, because a person waits for it. */
    async testConnection(signal: AbortSignal): Promise<void> {
      await sendOnce({ path: '/test-connection', shape: z.unknown(), signal })
    },

    /** Returns the name of the job. */
    async submit(bytes: Uint8Array, query: URLSearchParams, signal: AbortSignal): Promise<string> {
      const body = new Uint8Array(bytes)
      const { whisper_hash } = await ask({
        path: '/whisper',
        query,
        body,
        shape: Submitted,
        signal,
      })
      return whisper_hash
    },

    status: (job: string, signal: AbortSignal) =>
      ask({ path: '/whisper-status', query: queryOf(job), shape: Status, signal }),

    /** Returns the text, which the service delivers once and then deletes. */
    async retrieve(job: string, signal: AbortSignal) {
      const request = { path: '/whisper-retrieve', query: queryOf(job), shape: Result, signal }
      try {
        return await sendOnce(request)
      } catch (error) {
        if (!(error instanceof ProviderError && error.isRetryable)) throw error
        return await ask(request).catch((retryError) => {
          throw isNothingThere(retryError) ? new TextLostError(name) : retryError
        })
      }
    },

    /** Returns the position of each line; empty when the service has none. */
    async places(job: string, signal: AbortSignal): Promise<ReadonlyMap<number, LinePlace>> {
      const query = queryOf(job, { lines: '', extract_all_lines: 'true' })
      try {
        const lines = await ask({ path: '/highlights', query, shape: Highlights, signal })
        return new Map(Object.entries(lines).map(([index, place]) => [Number(index), place]))
      } catch (error) {
        if (isNothingThere(error)) return new Map()
        throw error
      }
    },
  }
}

const queryOf = (job: string, extraParams: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({ whisper_hash: job, ...extraParams })

class TextLostError extends ProviderError {
  constructor(name: string) {
    super({
      code: 'unavailable',
      message: `${name} delivers each text only once, and the connection was lost while it was being sent. Extract the text of the document again.`,
    })
  }
}

export const isLost = (error: unknown) => error instanceof TextLostError

/** Tells whether the service does not know the job, or has no such data: older servers store no positions. */
export const isNothingThere = (error: unknown) =>
  error instanceof ProviderError && (error.status === 400 || error.status === 404)
