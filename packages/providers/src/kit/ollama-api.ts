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
  return readAnswer(await send(post), post)
}

/** The same call, whose answer comes in lines of JSON, each of that shape: each is handed on as it comes. */
export async function streamFromOllama<T>(post: Post<T>, onLine: (line: T) => void): Promise<void> {
  const response = await send(post)
  if (!response.ok || !response.body) {
    onLine(await readAnswer(response, post))
    return
  }
  for await (const line of linesOf(response.body))
    onLine(await readAnswer(new Response(line), post))
}

function send<T>({ fetch, baseUrl, path, body, idempotencyKey, signal }: Post<T>) {
  return fetch(`${rootOf(baseUrl)}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
    signal,
  })
}

const readAnswer = <T>(response: Response, { reply }: Post<T>): Promise<T> =>
  readJsonAnswer(response, { name: 'Ollama', shape: reply, errorKey: 'error' })

/** Without blank ones; one that is not ended is the last. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
  }
  if (rest.trim() !== '') yield rest
}

/** People paste the address with or without a slash, and with the `/v1` of the other protocol. */
const rootOf = (baseUrl: string): string => baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')
