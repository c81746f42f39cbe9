import { ProviderError, type ProviderErrorCode } from '@recto/provider-spec/provider-error'

/** What an HTTP client that got an answer, or none, puts on its error. */
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

const maxMessageLength = 500

/**
 * Says of any failed call what it was, in the provider's own words where it had some. The original
 * error is left behind on purpose: it may hold the request, the prompt and the key.
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

/** What a provider says by itself may repeat words of the service. */
function withoutSecrets(error: ProviderError, { secrets }: FailureContext): ProviderError {
  const message = redact(error.message, secrets)
  if (message === error.message) return error
  const { code, status, retryAfterSeconds } = error
  return new ProviderError({ code, message, status, retryAfterSeconds })
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
    message: `${name} answered ${status}: ${whyRefused(failure, secrets)}`,
    status,
    retryAfterSeconds: retryAfter(responseHeaders),
  })
}

/** A redirect is not followed: where it leads may be no address that was configured. */
function whyRefused(
  { statusCode = 0, responseHeaders = {}, message }: HttpFailure,
  secrets: readonly string[],
): string {
  const { location } = responseHeaders
  const isRedirect = statusCode >= 300 && statusCode < 400 && location !== undefined
  return said(isRedirect ? `the address leads on to ${location}.` : message, secrets)
}

/** Error of the HTTP client about an invalid header, whose value it quotes. */
const unsendable = /ByteString|invalid header value/i

/**
 * An answer that came and was not understood, or a call that was not even made. What came is not shown:
 * whatever stands at the address, its pages are for nobody to read here.
 */
function explainRest(failure: HttpFailure, { name, secrets }: FailureContext): ProviderError {
  const { statusCode: status } = failure
  if (unsendable.test(failure.message)) {
    const message = `${name}: A key or another setting has characters that cannot be sent.`
    return new ProviderError({ code: 'settings-invalid', message })
  }
  if (status === undefined && !failure.name.startsWith('AI_')) {
    const message = `${name} cannot be called: ${said(lastWordsOf(failure), secrets)}`
    return new ProviderError({ code: 'refused', message })
  }
  const message = `${name} gave an answer that cannot be understood.`
  return new ProviderError({ code: 'reply-unreadable', message, status })
}

/** `fetch` says of itself only that it failed: why is said by its cause. That of a library may quote what came. */
function lastWordsOf({ message, cause }: Error): string {
  return message === 'fetch failed' && cause instanceof Error ? cause.message : message
}

/** Words that the service meant for its callers, with nothing of a key in them. */
export function said(words: string, secrets: readonly string[]): string {
  // Before white space is folded, because a key may have some; and after, because it may then be one.
  const folded = redact(words, secrets).replace(/\s+/g, ' ').trim()
  return redact(folded, secrets).slice(0, maxMessageLength) || 'nothing'
}

/** Takes secrets out of a text, as they are and as they stand in JSON and with their spaces folded. */
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
