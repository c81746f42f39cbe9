import { ProviderError } from '@recto/provider-spec/provider-error'
import { type Adaptation, changeBody, findAdaptation } from './adapt-body.ts'
import type { ModelMemory } from './model-memory.ts'
import {
  describeWebPage,
  errorInside,
  isWebPage,
  messageIn,
  RefusedAnswer,
  reasonsIn,
  statusOfError,
} from './refused-answer.ts'

type Body = Readonly<Record<string, unknown>>

/** Statuses with which servers refuse fields; some answer 500 for what they do not know. */
const refusals = [400, 422, 500, 501]
const maxAdaptations = 6

/**
 * Makes a call whose body may be changed: with what the server has refused before, and again each
 * time that it refuses one more field. `send` throws a `RefusedAnswer`.
 */
export async function sendAdapted<T>(
  memory: ModelMemory,
  body: Body,
  send: (body: Body) => Promise<T>,
): Promise<T> {
  let knownBody = body
  for (const [path, change] of memory.changes) knownBody = changeBody(knownBody, path, change)
  const { result, adaptations } = await sendUntilAccepted(knownBody, send, [])
  // A change that the server has accepted is made at once from now on.
  for (const { path, change, isOnce } of adaptations) if (!isOnce) memory.changes.set(path, change)
  return result
}

type AcceptedResult<T> = { readonly result: T; readonly adaptations: readonly Adaptation[] }

async function sendUntilAccepted<T>(
  body: Body,
  send: (body: Body) => Promise<T>,
  adaptations: readonly Adaptation[],
): Promise<AcceptedResult<T>> {
  try {
    return { result: await send(body), adaptations }
  } catch (error) {
    const adaptation =
      adaptations.length < maxAdaptations ? findNextAdaptation(body, error) : undefined
    if (!adaptation) throw error
    const changedBody = changeBody(body, adaptation.path, adaptation.change)
    if (changedBody === body) throw error
    return sendUntilAccepted(changedBody, send, [...adaptations, adaptation])
  }
}

function findNextAdaptation(body: Body, error: unknown): Adaptation | undefined {
  if (!(error instanceof RefusedAnswer) || !refusals.includes(error.statusCode)) return undefined
  return findAdaptation(body, error.reasons)
}

/**
 * Wraps the `fetch` of a model: requests are adapted to what the server refuses, its errors are read
 * whatever their shape, and a web page is never taken for an answer.
 */
export function fetchFromModel(
  name: string,
  fetch: typeof globalThis.fetch,
  memory: ModelMemory,
): typeof globalThis.fetch {
  const send = async (...[input, init]: Parameters<typeof globalThis.fetch>) =>
    readAnswer(await fetch(input, init), { name, url: addressOf(input) })
  return (input, init) => {
    const body = adaptableBody(init)
    if (!body) return fetch(input, init)
    return sendAdapted(memory, body, (adaptedBody) =>
      send(input, adaptedBody === body ? init : { ...init, body: JSON.stringify(adaptedBody) }),
    )
  }
}

const addressOf = (input: Parameters<typeof globalThis.fetch>[0]) =>
  input instanceof Request ? input.url : String(input)

/** A signed body cannot be changed afterwards. */
function adaptableBody(init: RequestInit | undefined): Body | undefined {
  const { body, headers } = init ?? {}
  if (typeof body !== 'string' || !body.startsWith('{')) return undefined
  if (new Headers(headers).get('authorization')?.startsWith('AWS4-')) return undefined
  return parseObject(body)
}

function parseObject(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body
  } catch {
    return undefined
  }
}

type Source = { readonly name: string; readonly url: string }

/** Longer answers are not from a model. */
const maxLetters = 64_000_000
const maxErrorLetters = 200_000

async function readAnswer(response: Response, source: Source): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && !/json|html|text\/plain/.test(type) && type !== '') return response
  if (response.ok && /ndjson|event-stream/.test(type)) return response
  const isRedirect = response.status >= 300 && response.status < 400
  if (isRedirect) return response
  const text = await readText(response, { max: response.ok ? maxLetters : maxErrorLetters, source })
  if (!response.ok) throw new RefusedAnswer(response, explainRefusal(response, text, source))
  if (isWebPage(text)) {
    const message = `${source.name} returned ${describeWebPage(source.url)} instead of data. Check the address, and whether there is a proxy in between.`
    throw new ProviderError({ code: 'reply-unreadable', message, status: response.status })
  }
  throwErrorInside(response, text)
  const { status, statusText, headers } = response
  return new Response(withUsage(text), { status, statusText, headers })
}

/** Packages refuse an answer without a count of tokens, which is paid all the same. */
function withUsage(text: string): string {
  if (text.length > maxErrorLetters) return text
  const answer = parseObject(text)
  // Other objects inside may have that name too, such as the values that a tool is called with.
  const usage = answer && answer.usage == null ? usageFor(answer) : undefined
  return usage ? JSON.stringify({ ...answer, usage }) : text
}

/** Returns counts that cannot be true, so that the usage is taken for unknown. */
function usageFor({ type, object }: Body): object | undefined {
  if (type === 'message') return { input_tokens: -1, output_tokens: -1 }
  if (object !== 'chat.completion') return undefined
  return { prompt_tokens: -1, completion_tokens: -1, total_tokens: -1 }
}

function explainRefusal({ statusText }: Response, text: string, { url }: Source) {
  const json = parseObject(text)
  if (typeof json === 'object' && json !== null) {
    const message = messageIn(json) ?? statusText
    return { message, reasons: reasonsIn(json) }
  }
  if (isWebPage(text)) {
    const page = describeWebPage(url)
    return {
      message: `the response is ${page}. Check the address, and whether there is a proxy in between.`,
    }
  }
  // What is no JSON may come from another server, so it is read but not shown.
  return { message: statusText, reasons: text }
}

/** Some services answer 200 and put the error into the body. */
function throwErrorInside({ headers }: Response, text: string): void {
  // Parsing a long answer twice would take time for nothing.
  if (text.length > maxErrorLetters || !text.includes('"error"')) return
  const error = errorInside(parseObject(text))
  if (error === undefined) return
  const status = statusOfError(error)
  const message = messageIn(error) ?? ''
  throw new RefusedAnswer({ status, headers }, { message, reasons: reasonsIn(error) })
}

async function readText(
  response: Response,
  { max, source }: { readonly max: number; readonly source: Source },
): Promise<string> {
  if (!response.body) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body as AsyncIterable<Uint8Array>) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length <= max) continue
    if (!response.ok) return text.slice(0, max)
    const message = `${source.name} returned a response without end.`
    throw new ProviderError({ code: 'reply-unreadable', message })
  }
  return text + decoder.decode()
}
