/** The status and message of a refusal, in the shape that `explainFailure` reads. */
export class RefusedAnswer extends Error {
  override readonly name = 'RefusedAnswer'
  readonly statusCode: number
  readonly responseHeaders: Readonly<Record<string, string>>
  /** The message with all fields that it names, also those that it names apart. */
  readonly reasons: string

  constructor(
    { status, headers }: Pick<Response, 'status' | 'headers'>,
    { message, reasons = message }: { readonly message: string; readonly reasons?: string },
  ) {
    super(message)
    this.statusCode = status
    this.responseHeaders = Object.fromEntries(headers)
    this.reasons = reasons
  }
}

/** Keys of messages in the error shapes of services, the more telling ones first. */
const messageKeys = [
  'message',
  'error',
  'detail',
  'details',
  'msg',
  'errors',
  'error_message',
  'error_description',
  'reason',
  'title',
] as const

const maxDepth = 5

/** Returns the message of an error in JSON of any shape; `undefined` without one. */
export function messageIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined
  if (depth > maxDepth || typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return messageIn(value[0], depth + 1)
  const record = value as Readonly<Record<string, unknown>>
  for (const key of depth === 0 ? ['error', ...messageKeys] : messageKeys) {
    const message = messageIn(record[key], depth + 1)
    if (message !== undefined) return message
  }
  return undefined
}

/** Keys under which services name the fields that they refuse. */
const fieldKeys = ['param', 'parameter', 'field', 'loc', 'path', 'code']

/** Returns the message with the fields that an error names apart from it. */
export function reasonsIn(value: unknown): string {
  return [messageIn(value) ?? '', ...fieldsIn(value, 0)].join(' ')
}

function fieldsIn(value: unknown, depth: number): readonly string[] {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.slice(0, 10).flatMap((one) => fieldsIn(one, depth + 1))
  return Object.entries(value).flatMap(([key, part]) => {
    if (fieldKeys.includes(key)) return [part].flat().filter((one) => typeof one === 'string')
    // A service may send back what it was sent.
    return key === 'input' || key === 'body' ? [] : fieldsIn(part, depth + 1)
  })
}

const statusByWord: readonly (readonly [RegExp, number])[] = [
  [/rate.?limit|too.?many|quota|throttl/i, 429],
  [/overload|unavailable|timed? ?out|timeout|server.?error|internal|disconnected|capacity/i, 503],
]

/** The status of an error that came with the status 200. */
export function statusOfError(error: unknown): number {
  const { code, status } = (error ?? {}) as { code?: unknown; status?: unknown }
  const number = [code, status].map(Number).find((one) => one >= 400 && one <= 599)
  if (number !== undefined) return number
  const words = `${String(code ?? '')} ${String((error as { type?: unknown } | null)?.type ?? '')} ${messageIn(error) ?? ''}`
  return statusByWord.find(([word]) => word.test(words))?.[1] ?? 400
}

/** What has one of these is the answer of a model, whatever else it says. */
const answerKeys = ['choices', 'output', 'content', 'candidates', 'message', 'data', 'status']

/** Returns the error in an answer with the status 200; `undefined` for any other answer. */
export function errorInside(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !('error' in json)) return undefined
  const { error } = json
  if (answerKeys.some((key) => key in json)) return undefined
  const isError = typeof error === 'string' ? error !== '' : typeof error === 'object' && !!error
  return isError && messageIn(error) !== undefined ? error : undefined
}

const pageStart = /^\s*<(!doctype|html|head|\?xml[^<>]{0,100}>\s*<!doctype html)/i

export const isWebPage = (text: string) => pageStart.test(text)

/** Says from where a web page came instead of data. Its text is not shown: any server may have sent it. */
export function describeWebPage(url: string): string {
  const { origin, pathname } = URL.parse(url) ?? {}
  return origin === undefined ? 'a web page' : `a web page from ${origin}${pathname}`
}
