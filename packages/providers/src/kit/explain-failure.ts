import { ProviderError, type ProviderErrorCode } from '@recto/provider-spec/provider-error'

/** The properties that HTTP clients add to their errors. */
type HttpFailure = Error & {
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
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
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]

/** The service was reached, and ended the connection without an answer. */
const brokenConnections = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

const maxMessageLength = 500

/**
 * Explains a failed call, with the message of the provider if there is one. The original error is
 * not kept as the cause on purpose: it may contain the request, the prompt and the key.
 */
export function explainFailure(error: unknown, context: FailureContext): ProviderError {
  if (error instanceof ProviderError) return withoutSecrets(error, context)
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

/** Masks secrets in the provider's own error, which may quote the service. */
function withoutSecrets(error: ProviderError, { secrets }: FailureContext): ProviderError {
  const message = redact(error.message, secrets)
  if (message === error.message) return error
  const { code, status, retryAfterSeconds } = error
  return new ProviderError({ code, message, status, retryAfterSeconds })
}

function explainNetwork(failure: Error, name: string): ProviderError | undefined {
  const code = networkCode(failure)
  if (code === undefined) return undefined
  if (timeouts.includes(code))
    return new ProviderError({
      code: 'timed-out',
      message: `${name} did not answer in time (${code}).`,
    })
  const message = brokenConnections.includes(code)
    ? `${name} closed the connection without an answer.`
    : `${name} cannot be reached (${code}).`
  return new ProviderError({ code: 'unreachable', message })
}

/**
 * Returns the code of the system, of TLS or of the HTTP client, anywhere in the chain of causes.
 * `ERR_INVALID_…` is about the request and not about the network.
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
    message: `${name} returned ${status}: ${refusalReason(failure, secrets)}`,
    status,
    retryAfterSeconds: retryAfter(responseHeaders),
  })
}

/** Returns why a call was refused. Redirects are not followed, because their target was not configured. */
function refusalReason(
  { statusCode = 0, responseHeaders = {}, message }: HttpFailure,
  secrets: readonly string[],
): string {
  const { location } = responseHeaders
  const isRedirect = statusCode >= 300 && statusCode < 400 && location !== undefined
  return safeMessage(isRedirect ? `the address redirects to ${location}.` : message, secrets)
}

/** Error of the HTTP client about an invalid header, whose value it quotes. */
const unsendable = /ByteString|invalid header value/i

/**
 * Explains an unreadable answer, or a call that was not even made. The answer is not quoted, because
 * any server may stand at the address.
 */
function explainRest(failure: HttpFailure, { name, secrets }: FailureContext): ProviderError {
  const { statusCode: status } = failure
  if (unsendable.test(failure.message)) {
    const message = `${name}: A key or another setting contains characters that cannot be sent.`
    return new ProviderError({ code: 'settings-invalid', message })
  }
  if (status === undefined && !failure.name.startsWith('AI_')) {
    const message = `${name} could not be called: ${safeMessage(causeMessageOf(failure), secrets)}`
    return new ProviderError({ code: 'refused', message })
  }
  const message = `${name} returned a response that could not be read.`
  return new ProviderError({ code: 'reply-unreadable', message, status })
}

/** The error of `fetch` has its reason in the cause. The causes of other errors may quote the answer. */
function causeMessageOf({ message, cause }: Error): string {
  return message === 'fetch failed' && cause instanceof Error ? cause.message : message
}

/** Shortens a message of the service and masks secrets in it. */
export function safeMessage(words: string, secrets: readonly string[]): string {
  // Before white space is folded, because a key may contain some, and after it, because the result may be a key.
  const oneLine = redact(words, secrets).replace(/\s+/g, ' ').trim()
  return redact(oneLine, secrets).slice(0, maxMessageLength) || 'no reason was given.'
}

/** Masks secrets in a text: as they are, as written in JSON, and with their spaces folded. */
function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    secret.replace(/\s+/g, ' ').trim(),
  ])
  return forms
    .filter((form) => form !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((safe, form) => safe.replaceAll(form, '***'), text)
}

function retryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'])
  if (milliseconds > 0) return Math.ceil(milliseconds / 1000)
  return parseRetryAfter(headers['retry-after'])
}

/**
 * Returns the seconds of a `Retry-After` header, which is a number of seconds or a date; undefined if it is missing or
 * neither.
 */
export function parseRetryAfter(header: string | null | undefined): number | undefined {
  if (!header?.trim()) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const until = Date.parse(header)
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000))
}
