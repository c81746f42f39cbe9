import type { ServiceExchange, ServiceProtocol, ServiceReply } from './canned-service.ts'

const ok = (body: unknown): ServiceReply => ({ status: 200, body })
const detail = (_status: number, message: string) => ({ detail: message })

/** The bytes of the file in a form, and the fields beside it. */
export async function formOf({ headers, bytes }: ServiceExchange) {
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type },
  }).formData()
  return Object.fromEntries(form)
}

/** `POST /general/v0/general` of Unstructured: the elements are what the test says. */
export function unstructuredProtocol(elements: unknown, key?: string): ServiceProtocol {
  return {
    refusal: detail,
    answer({ method, headers }) {
      if (key !== undefined && headers['unstructured-api-key'] !== key)
        return { status: 401, body: detail(401, `API key is invalid`) }
      return method === 'POST' ? ok(elements) : { status: 405, body: detail(405, 'No such method') }
    },
  }
}

type ParsedPage = { readonly text: string; readonly md: string }

/** The parsing jobs of LlamaParse; `states` is what a job is called at each question, the last for ever. */
export function llamaParseProtocol(
  pages: readonly ParsedPage[],
  key?: string,
  states: readonly string[] = ['SUCCESS'],
): ServiceProtocol {
  const left = [...states]
  const job = () => (left.length > 1 ? left.shift() : left[0])
  const actions: Readonly<Record<string, () => unknown>> = {
    '/api/v1/projects': () => [],
    '/api/parsing/upload': () => ({ id: 'job-1', status: 'PENDING' }),
    '/api/parsing/job/job-1': () => ({
      id: 'job-1',
      status: job(),
      error_message: 'The file is empty.',
    }),
    '/api/parsing/job/job-1/result/json': () => ({ pages, job_metadata: {} }),
  }
  return {
    refusal: detail,
    answer({ path, headers }) {
      if (key !== undefined && headers.authorization !== `Bearer ${key}`)
        return { status: 401, body: detail(401, 'Invalid API Key') }
      const action = actions[path]
      return action ? ok(action()) : { status: 404, body: detail(404, 'Not Found') }
    },
  }
}

/**
 * The first version of the text extraction protocol. A document is answered at once, or after it was asked for
 * in the given states.
 */
export function whisperV1Protocol(
  text: string,
  key?: string,
  states: readonly string[] = [],
): ServiceProtocol {
  const left = [...states]
  const hash = 'b6a7'
  const refuse = (status: number, message: string) => ({ status, body: { message } })
  const ofJob =
    (reply: () => ServiceReply) =>
    ({ query }: ServiceExchange) =>
      query['whisper-hash'] === hash ? reply() : refuse(400, 'No such job')
  const actions: Readonly<Record<string, (exchange: ServiceExchange) => ServiceReply>> = {
    '/v1/test-connection': () => ok({ message: 'ok' }),
    '/v1/whisper': () =>
      states.length === 0 ? ok(text) : { status: 202, body: { 'whisper-hash': hash } },
    '/v1/whisper-retrieve': ofJob(() => ok(text)),
    '/v1/whisper-status': ofJob(() => ok({ status: left.length > 1 ? left.shift() : left[0] })),
  }
  return {
    refusal: (_status, message) => ({ message }),
    answer(exchange) {
      if (key !== undefined && exchange.headers['unstract-key'] !== key)
        return refuse(401, 'Invalid API key')
      return actions[exchange.path]?.(exchange) ?? refuse(404, 'Not found')
    },
  }
}

/** A processor of Google Document AI: the document is what the test says. */
export function documentAiProtocol(document: unknown): ServiceProtocol {
  const path = '/v1/projects/p/locations/eu/processors/abc'
  return {
    refusal: (status, message) => ({ error: { code: status, message, status: 'NO' } }),
    answer(exchange) {
      if (exchange.path === path) return ok({ name: path.slice(4), type: 'OCR_PROCESSOR' })
      if (exchange.path === `${path}:process`) return ok({ document })
      return { status: 404, body: { error: { code: 404, message: 'Not found' } } }
    },
  }
}
