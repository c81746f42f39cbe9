import { omitUndefined } from '@recto/omit-undefined'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import type { OutsideCall } from '../outside-call.ts'
import { readJsonAnswer } from '../read-answer.ts'
import type { LinePlace } from './place-words.ts'
import { type Patience, withRetries } from './with-retries.ts'

export type ServiceSettings = {
  readonly name: string
  readonly url: string
  readonly key: string
  readonly fetch: typeof globalThis.fetch
  readonly call: OutsideCall
  readonly patience: Patience & {
    /** Time limit for one call. */
    readonly callSeconds: number
  }
}

export type TextService = ReturnType<typeof connectTextService>

type Ask<T> = {
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

/** The calls of the text extraction protocol, version 2. All throw `ProviderError`. */
export function connectTextService(settings: ServiceSettings) {
  const { name, key, call, patience } = settings
  const root = `${settings.url.replace(/(?<!\/)\/+$/, '').replace(/\/api\/v2$/, '')}/api/v2`

  async function send<T>({ path, query, body, shape }: Ask<T>, signal: AbortSignal): Promise<T> {
    const response = await settings.fetch(`${root}${path}${query ? `?${query}` : ''}`, {
      // A redirected upload would become a GET, and the key would go to whoever is named.
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
  const once = <T>(asked: Ask<T>): Promise<T> =>
    call({ limitSeconds: patience.callSeconds, signal: asked.signal }, (both) => send(asked, both))
  const ask = <T>(asked: Ask<T>): Promise<T> =>
    withRetries(patience, asked.signal, () => once(asked))

  return {
    /** Asks once: a person waits for it. */
    async testConnection(signal: AbortSignal): Promise<void> {
      await once({ path: '/test-connection', shape: z.unknown(), signal })
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

    /** The service gives it once and then forgets it. */
    async retrieve(job: string, signal: AbortSignal) {
      const asked = { path: '/whisper-retrieve', query: queryOf(job), shape: Result, signal }
      try {
        return await once(asked)
      } catch (error) {
        if (!(error instanceof ProviderError && error.isRetryable)) throw error
        return await ask(asked).catch((again) => {
          throw isNothingThere(again) ? new TextLostError(name) : again
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

const queryOf = (job: string, more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({ whisper_hash: job, ...more })

class TextLostError extends ProviderError {
  constructor(name: string) {
    super({
      code: 'unavailable',
      message: `${name} delivers a text once, and the connection broke on the way. Read the document again.`,
    })
  }
}

export const isLost = (error: unknown) => error instanceof TextLostError

/** The service does not know the job, or has nothing of the kind for it: older servers keep no places. */
export const isNothingThere = (error: unknown) =>
  error instanceof ProviderError && (error.status === 400 || error.status === 404)
