import { ProviderError, type ProviderErrorCode } from '@recto/provider-spec/provider-error'

/** What an HTTP client that got an answer, or none, puts on its error. */
type HttpFailure = Error & {
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly responseBody?: string
}

export type FailureContext = {
  /** The provider's name, for people. */
  readonly name: string
  /** Never appear in a message. */
  readonly secrets: readonly string[]
  readonly seconds: number
  readonly isTimeUp: boolean
}

const codesOfStatus: Readonly<Record<number, ProviderErrorCode>> = {
  401: 'unauthorised',
  403: 'unauthorised',
  404: 'not-found',
  408: 'timed-out',
  429: 'rate-limited',
}

const timeouts = [
  ...['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
]

const longestMessage = 500

/**
 * Says of any failed call what it was, in the provider's own words where it had some. The original
 * error is left behind on purpose: it may hold the request, the prompt and the key.
 */
export function explainFailure(error: unknown, context: FailureContext): ProviderError {
  if (error instanceof ProviderError) return error
  const { name, seconds, isTimeUp } = context
  if (isTimeUp)
    return new ProviderError({
      code: 'timed-out',
      message: `${name} did not answer within ${seconds} s.`,
    })

  const failure = (error instanceof Error ? error : new Error(String(error))) as HttpFailure
  return explainNetwork(failure, context) ?? explainAnswer(failure, context)
}

function explainNetwork(
  failure: Error,
  { name, secrets }: FailureContext,
): ProviderError | undefined {
  const code = networkCode(failure)
  if (code === undefined) return undefined
  if (timeouts.includes(code))
    return new ProviderError({
      code: 'timed-out',
      message: `${name} did not answer in time (${code}).`,
    })
  const message = `${name} cannot be reached (${code}).`
  return new ProviderError({ code: 'unreachable', message: redact(message, secrets) })
}

/** The code of the system or of the HTTP client, wherever it is in the chain of causes. */
function networkCode(error: unknown): string | undefined {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth += 1) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+|CERT_\w+|DEPTH_ZERO\w+)$/.test(code))
      return code
    cause = cause.cause
  }
  return undefined
}

function explainAnswer(failure: HttpFailure, { name, secrets }: FailureContext): ProviderError {
  const { statusCode: status, responseHeaders = {} } = failure
  if (status === undefined || (status >= 200 && status < 300)) {
    const message = `${name} gave an answer that cannot be understood: ${said(failure, secrets)}`
    return new ProviderError({ code: 'reply-unreadable', message, status })
  }
  return new ProviderError({
    code: codesOfStatus[status] ?? (status >= 500 ? 'unavailable' : 'refused'),
    message: `${name} answered ${status}: ${said(failure, secrets)}`,
    status,
    retryAfterSeconds: retryAfter(responseHeaders),
  })
}

function said({ message, responseBody }: HttpFailure, secrets: readonly string[]): string {
  const words = (message || responseBody || 'nothing').replace(/\s+/g, ' ').trim()
  return redact(words, secrets).slice(0, longestMessage)
}

/** Takes secrets out of a text. */
export function redact(message: string, secrets: readonly string[]): string {
  return secrets.reduce((safe, secret) => safe.replaceAll(secret, '***'), message)
}

/** Seconds from a `retry-after` in either of its forms: a number of seconds, or a date. */
function retryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'])
  if (milliseconds > 0) return Math.ceil(milliseconds / 1000)

  const given = headers['retry-after']
  if (given === undefined) return undefined
  const seconds = Number(given)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const until = Date.parse(given)
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000))
}
