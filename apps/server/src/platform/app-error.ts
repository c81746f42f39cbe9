import type { AccessCode } from '@recto/contract/organizations/access'
import type { ErrorCode } from './error-codes.ts'

export type AppErrorKind =
  | 'invalid'
  | 'bad-request'
  | 'unauthenticated'
  | 'payment-required'
  | 'subscription-ended'
  | 'forbidden'
  | 'not-found'
  | 'not-acceptable'
  | 'timed-out'
  | 'conflict'
  | 'too-large'
  | 'unsupported-type'
  | 'unprocessable'
  | 'over-limit'
  | 'bad-gateway'
  | 'gateway-timeout'
  | 'not-available'
  | 'unavailable'
  | 'legacy-refusal'
  | 'failed'

export type Fault = {
  readonly code: ErrorCode | AccessCode
  readonly detail: string
  /** The field, nested with dots; null when the whole request is meant. */
  readonly attr: string | null
}

/** A problem that the caller can understand and act on. Anything else that is thrown is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: AppErrorKind
  readonly faults: readonly Fault[]
  readonly retryAfterSeconds: number | undefined
  /**
   * The time at which an exhausted quota resets. Sent in a header of its own, so that no client
   * mistakes it for a request to wait.
   */
  readonly quotaResetsAt: Date | undefined

  constructor(
    kind: AppErrorKind,
    faults: readonly Fault[],
    options?: ErrorOptions & {
      retryAfterSeconds?: number | undefined
      quotaResetsAt?: Date | undefined
    },
  ) {
    super(faults.map(({ detail }) => detail).join(' '), options)
    this.kind = kind
    this.faults = faults
    this.retryAfterSeconds = options?.retryAfterSeconds
    this.quotaResetsAt = options?.quotaResetsAt
  }
}

/** 400 `validation_error`: the client shows it next to the field. */
export const invalid = (attr: string | null, detail: string, code: Fault['code'] = 'invalid') =>
  new AppError('invalid', [{ code, detail, attr }])

/**
 * 400 `client_error`: existing clients show it as an alert. Our own client also uses the field, if
 * there is one.
 */
export const badRequest = (
  detail: string,
  { attr = null, ...options }: ErrorOptions & { readonly attr?: string | null } = {},
) => new AppError('bad-request', [{ code: 'error', detail, attr }], options)

/** 415: the endpoint does not read bodies of this type. */
export const unsupportedType = () =>
  new AppError('unsupported-type', [
    { code: 'unsupported_media_type', detail: 'Unsupported media type in request.', attr: null },
  ])

export function forbidden(detail = 'You do not have permission to perform this action.'): AppError {
  return new AppError('forbidden', [{ code: 'permission_denied', detail, attr: null }])
}

export const notFound = (noun: string) => notFoundWithText(`No such ${noun}.`)

/** A 404 with its own text, because clients depend on it or because it reads better. */
export const notFoundWithText = (detail: string) =>
  new AppError('not-found', [{ code: 'not_found', detail, attr: null }])

export const conflict = (detail: string, options?: ErrorOptions) =>
  new AppError('conflict', [{ code: 'error', detail, attr: null }], options)

/** An ordinary refusal that existing clients expect under 500 `server_error`. */
export const refusalWith500 = (detail: string, code: ErrorCode = 'error') =>
  new AppError('legacy-refusal', [{ code, detail, attr: null }])

/** 503 `server_error`: this process cannot answer at the moment, and the same request may succeed soon. */
export const unavailable = (detail: string, options: { readonly retryAfterSeconds: number }) =>
  new AppError('unavailable', [{ code: 'unavailable', detail, attr: null }], options)

/** 500 `server_error`: something that this request needs has failed, such as a provider. */
export const failure = (detail: string, options?: ErrorOptions) =>
  new AppError('failed', [{ code: 'error', detail, attr: null }], options)

type StartupErrorOptions = ErrorOptions & {
  /** Whether trying again later may succeed without a change of the settings; false by default. */
  readonly isTemporary?: boolean
}

/** The program cannot start; the message tells the person who started it why. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
  readonly isTemporary: boolean

  constructor(message: string, { isTemporary = false, ...options }: StartupErrorOptions = {}) {
    super(message, options)
    this.isTemporary = isTemporary
  }
}
