import { ProviderError, type ProviderErrorCode } from '@recto/provider-spec/provider-error'

/** What an HTTP client that got an answer, or none, puts on its error. */
type HttpFailure = Error & {
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly responseBody?: string
}

type FailureContext = {
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

const maxMessageLength = 500

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
  return (
    explainNetwork(failure, name) ??
    explainStatus(failure, context) ??
    explainRest(failure, context)
  )
}

function explainNetwork(failure: Error, name: string): ProviderError | undefined {
  const code = networkCode(failure)
  if (code === undefined) return undefined
  return timeouts.includes(code)
    ? new ProviderError({ code: 'timed-out', message: `${name} did not answer in time (${code}).` })
    : new ProviderError({ code: 'unreachable', message: `${name} cannot be reached (${code}).` })
}

/**
 * The code of the system, of TLS or of the HTTP client, wherever it is in the chain of causes.
 * `ERR_INVALID_…` is said of what was asked, not of the network.
 */
function networkCode(error: unknown): string | undefined {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth += 1) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && /^(?!ERR_INVALID)[A-Z][A-Z0-9_]+$/.test(code)) return code
    cause = cause.cause
  }
  return undefined
}

function explainStatus(
  failure: HttpFailure,
  { name, secrets }: FailureContext,
): ProviderError | undefined {
  const { statusCode: status, responseHeaders = {} } = failure
  if (status === undefined || (status >= 200 && status < 300)) return undefined
  return new ProviderError({
    code: codesOfStatus[status] ?? (status >= 500 ? 'unavailable' : 'refused'),
    message: `${name} answered ${status}: ${said(failure, secrets)}`,
    status,
    retryAfterSeconds: retryAfter(responseHeaders),
  })
}

/** An answer that came and was not understood, or a call that was not even made. */
function explainRest(failure: HttpFailure, { name, secrets }: FailureContext): ProviderError {
  const { statusCode: status } = failure
  const words = said(failure, secrets)
  if (status === undefined && !failure.name.startsWith('AI_'))
    return new ProviderError({ code: 'refused', message: `${name} cannot be called: ${words}` })
  const message = `${name} gave an answer that cannot be understood: ${words}`
  return new ProviderError({ code: 'reply-unreadable', message, status })
}

function said({ message, responseBody }: HttpFailure, secrets: readonly string[]): string {
  const words = (message || responseBody || 'nothing').replace(/\s+/g, ' ').trim()
  return redact(words, secrets).slice(0, maxMessageLength)
}

/** Takes secrets out of a text. */
function redact(message: string, secrets: readonly string[]): string {
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
