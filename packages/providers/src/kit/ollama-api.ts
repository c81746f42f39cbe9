import { ProviderError } from '@recto/provider-spec/provider-error'
import type { z } from 'zod'

/** The status of an answer with what was said, in the shape that `explainFailure` reads. */
class OllamaAnswer extends Error {
  override readonly name = 'OllamaAnswer'
  readonly statusCode: number
  readonly responseHeaders: Readonly<Record<string, string>>

  constructor(response: Response, message: string) {
    super(message)
    this.statusCode = response.status
    this.responseHeaders = Object.fromEntries(response.headers)
  }
}

type Post<T> = {
  readonly fetch: typeof globalThis.fetch
  readonly baseUrl: string
  readonly path: '/api/chat' | '/api/embed'
  readonly body: Readonly<Record<string, unknown>>
  readonly reply: z.ZodType<T>
  readonly idempotencyKey?: string | undefined
  readonly signal: AbortSignal
}

/**
 * One call of Ollama's own protocol. Its OpenAI-compatible one cannot be told the context window:
 * it would cut long documents off in silence.
 */
export async function postToOllama<T>(post: Post<T>): Promise<T> {
  const { fetch, baseUrl, path, body, reply, idempotencyKey, signal } = post
  const response = await fetch(`${rootOf(baseUrl)}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
    signal,
  })
  const text = await response.text()
  const json = parseJson(text)
  if (!response.ok) throw new OllamaAnswer(response, errorIn(json) ?? text.slice(0, 500))

  const read = reply.safeParse(json)
  if (read.success) return read.data
  const message = `Ollama gave an answer that cannot be understood: ${text.slice(0, 200) || 'nothing'}`
  throw new ProviderError({ code: 'reply-unreadable', message, status: response.status })
}

/** People paste the address with or without a slash, and with the `/v1` of the other protocol. */
const rootOf = (baseUrl: string): string => baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is as good as nothing: whoever reads the shape says so.
    return undefined
  }
}

function errorIn(json: unknown): string | undefined {
  const error = (json as { error?: unknown } | undefined)?.error
  return typeof error === 'string' ? error : undefined
}
