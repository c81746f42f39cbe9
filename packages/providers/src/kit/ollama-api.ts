import type { z } from 'zod'
import { readJsonAnswer } from './read-answer.ts'

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
  return readJsonAnswer(response, { name: 'Ollama', shape: reply, errorKey: 'error' })
}

/** People paste the address with or without a slash, and with the `/v1` of the other protocol. */
const rootOf = (baseUrl: string): string => baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')
