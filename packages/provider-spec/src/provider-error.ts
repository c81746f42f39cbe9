export type ProviderErrorCode =
  | 'settings-invalid'
  | 'unauthorised'
  | 'not-found'
  | 'rate-limited'
  | 'refused'
  | 'unavailable'
  | 'unreachable'
  | 'timed-out'
  | 'reply-unreadable'

type Details = {
  readonly code: ProviderErrorCode
  readonly message: string
  /** The provider's HTTP status, when there was one. */
  readonly status?: number | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

const retryable: readonly ProviderErrorCode[] = [
  'rate-limited',
  'unavailable',
  'unreachable',
  'timed-out',
]

/** The one error that a provider may throw. It carries no secret: its message may be shown. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: ProviderErrorCode
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor({ code, message, status, retryAfterSeconds, cause }: Details) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether the same call may succeed later. */
  get isRetryable(): boolean {
    return retryable.includes(this.code)
  }
}
