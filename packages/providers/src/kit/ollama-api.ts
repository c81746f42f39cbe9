import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { linesOf } from './lines-of.ts'
import { readJsonAnswer } from './read-answer.ts'

export type OllamaRequest<T> = {
  readonly fetch: typeof globalThis.fetch
  readonly baseUrl: string
  readonly path: '/api/chat' | '/api/embed' | '/api/show'
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

/**
 * The same call, whose answer comes in lines of JSON, each of that shape: each is handed on as it comes, until there are
 * no more or `onLine` returns that it needs no more.
 */
export async function streamFromOllama<T>(
  post: OllamaRequest<T>,
  onLine: (line: T) => 'done' | undefined,
): Promise<void> {
  const response = await send(post)
  if (!response.ok || !response.body) {
    onLine(await readAnswer(response, post))
    return
  }
  for await (const line of linesOf(response.body)) {
    // Leaving the loop cancels the stream.
    if (onLine(await readAnswer(new Response(line), post)) === 'done') return
  }
}

const ShownModel = z.looseObject({
  /** The settings that the model has from its Modelfile, one in each line. */
  parameters: z.string().nullish(),
  /** What its file says of it, such as `llama.context_length`. */
  model_info: z.record(z.string(), z.unknown()).nullish(),
})

/** A server that does not answer by then is not waited for. */
const limitMilliseconds = 3000

type OllamaModel = Pick<OllamaRequest<unknown>, 'fetch' | 'baseUrl'> & {
  readonly model: string
  readonly signal?: AbortSignal | undefined
}

/** Asks Ollama how many tokens a model accepts: 0 if it does not say, `undefined` if it could not be asked. */
export async function findOllamaWindow(ollamaModel: OllamaModel): Promise<number | undefined> {
  const { fetch, baseUrl, model, signal } = ollamaModel
  const limit = AbortSignal.timeout(limitMilliseconds)
  try {
    const { parameters, model_info: info } = await postToOllama({
      fetch,
      baseUrl,
      path: '/api/show',
      body: { model },
      reply: ShownModel,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const [, ownWindow] = /^num_ctx[ \t]{1,40}(\d{1,9})/m.exec(parameters ?? '') ?? []
    const isLength = ([name]: readonly [string, unknown]) => name.endsWith('.context_length')
    const [, length] = Object.entries(info ?? {}).find(isLength) ?? []
    const window = ownWindow === undefined ? length : Number(ownWindow)
    return typeof window === 'number' && window > 0 ? Math.floor(window) : 0
  } catch {
    // The window is only good to know: the call itself will say what is wrong.
    return undefined
  }
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
