import { FailureBody } from '@recto/contract/wire/wire'
import { omitUndefined } from '@recto/omit-undefined'

type FieldFailure = FailureBody['errors'][number]

/**
 * `signed-out`: no session. `other-organization`: the session has entered another one. `offline`:
 * no reply at all. `cancelled`: aborted by the caller.
 */
export type RefusalKind =
  | FailureBody['type']
  | 'signed-out'
  | 'other-organization'
  | 'offline'
  | 'cancelled'
  | 'unknown'

type Facts = {
  readonly kind: RefusalKind
  readonly status: number
  readonly failures?: readonly FieldFailure[]
  /** Message of the server outside its standard error body. */
  readonly serverMessage?: string
  readonly body?: unknown
  readonly cause?: unknown
}

/** The error of every failed request: rejected by the server, or never answered (see `kind`). */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  /** 0 if there was no reply. */
  readonly status: number
  readonly failures: readonly FieldFailure[]
  readonly body: unknown

  constructor({ kind, status, failures = [], serverMessage, body, cause }: Facts) {
    super(failures[0]?.detail || serverMessage || '', { cause })
    this.kind = kind
    this.status = status
    this.failures = failures
    this.body = body
  }

  /** Returns the same refusal with renamed fields. */
  withFields(fieldOf: (attr: string) => string): Refusal {
    const failures = this.failures.map((failure) => ({
      ...failure,
      attr: failure.attr && fieldOf(failure.attr),
    }))
    const { kind, status, message, body, cause } = this
    return new Refusal({ kind, status, failures, serverMessage: message, body, cause })
  }
}

const messageIn = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined
  const { message, detail, error, errors } = body as Record<string, unknown>
  return [message, detail, error, errors].find(
    (text): text is string => typeof text === 'string' && isReason(text),
  )
}

/** A reply that only repeats its status says nothing that the page does not say better. */
const isReason = (text: string): boolean => !/^\s*(?:failed|failure|error)\W*$/i.test(text)

/** Message of the server that has no error code. */
const WRONG_ORGANIZATION = 'You are signed in to a different organization.'

/**
 * Creates the error for a failed reply. `body` is the parsed JSON, if it was JSON. The pages are only
 * told 401 if there is no session, whatever the body says.
 */
export function refusalOf(status: number, body: unknown): Refusal {
  const message = messageIn(body)
  if (status === 403 && message?.startsWith(WRONG_ORGANIZATION)) {
    return new Refusal({ kind: 'other-organization', status, serverMessage: message, body })
  }

  const failure = FailureBody.safeParse(body)
  const kind = kindOfStatus(status)
  if (failure.success) {
    const { type, errors: failures } = failure.data
    return new Refusal({ kind: status === 401 ? kind : type, status, failures, body })
  }
  return new Refusal({
    kind,
    status,
    ...omitUndefined({ serverMessage: message || undefined }),
    body,
  })
}

function kindOfStatus(status: number): RefusalKind {
  if (status === 402) return 'subscription_error'
  return status === 401 ? 'signed-out' : 'unknown'
}

/** Whether the stored value differs from the one that was to be changed. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Refusal && error.status === 409

/** Message if there is no reply at all. */
export const offlineText = 'Please check your internet connection'

const messagesByKind: Partial<Record<RefusalKind, string>> = {
  offline: offlineText,
  cancelled: 'Request has been canceled',
}

/** Messages for things that could not be loaded or deleted, if the page has no better text. */
export const failedToLoad = 'Failed to load'
export const failedToDelete = 'Failed to delete'

/**
 * Returns the message to show: a fixed one for network errors, otherwise the server's, otherwise
 * the page's fallback.
 */
export function explain(error: unknown, fallback = 'Something went wrong'): string {
  if (!(error instanceof Refusal)) return fallback
  return messagesByKind[error.kind] ?? (error.message || fallback)
}

/** Says what failed in the words of the page, and why in those of the server. */
export function explainFailure(error: unknown, sentence: string): string {
  const reason = explain(error, sentence)
  return reason === sentence ? sentence : `${sentence.replace(/\.$/, '')}: ${reason}`
}

/**
 * Returns the failures by field name, for showing each at its field. Failures without a field are
 * omitted.
 */
export function failuresByField(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof Refusal)) return new Map()
  return new Map(
    error.failures
      .map(({ attr, detail }) =>
        attr && attr !== 'non_field_errors' ? ([attr, detail] as const) : undefined,
      )
      .filter((value) => value !== undefined),
  )
}
