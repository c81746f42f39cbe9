import { omitUndefined } from '@recto/omit-undefined'
import type { z } from 'zod'
import { linesOf } from './lines-of.ts'
import { readJsonAnswer } from './read-answer.ts'

export type OllamaRequest<T> = {
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
export async function postToOllama<T>(post: OllamaRequest<T>): Promise<T> {
  return readAnswer(await send(post), post)
}

/** The same call, whose answer comes in lines of JSON, each of that shape: each is handed on as it comes. */
export async function streamFromOllama<T>(
  post: OllamaRequest<T>,
  onLine: (line: T) => void,
): Promise<void> {
  const response = await send(post)
  if (!response.ok || !response.body) {
    onLine(await readAnswer(response, post))
    return
  }
  for await (const line of linesOf(response.body))
    onLine(await readAnswer(new Response(line), post))
}

function send<T>({ fetch, baseUrl, path, body, idempotencyKey, signal }: OllamaRequest<T>) {
  return fetch(`${rootOf(baseUrl)}${path}`, {
    method: 'POST',
    headers: omitUndefined({
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey || undefined,
    }),
    body: JSON.stringify(body),
    signal,
  })
}

const readAnswer = <T>(response: Response, { reply }: OllamaRequest<T>): Promise<T> =>
  readJsonAnswer(response, { name: 'Ollama', shape: reply, errorKey: 'error' })

/** People paste the address with or without a slash, and with the `/v1` of the other protocol. */
const rootOf = (baseUrl: string): string => baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')
