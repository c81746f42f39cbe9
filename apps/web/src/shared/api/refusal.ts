import { FailureBody } from '@recto/contract/wire'

type FieldFailure = FailureBody['errors'][number]

/**
 * `signed-out`: no session. `other-organization`: the session is in another one by now. `offline`: no
 * answer at all. `cancelled`: the caller gave up.
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
  /** What the server said outside its standard body. */
  readonly said?: string
  readonly body?: unknown
  readonly cause?: unknown
}

/** Why the server did not do as asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  /** 0 when there was no answer. */
  readonly status: number
  readonly failures: readonly FieldFailure[]
  readonly body: unknown

  constructor({ kind, status, failures = [], said, body, cause }: Facts) {
    super(failures[0]?.detail || said || '', { cause })
    this.kind = kind
    this.status = status
    this.failures = failures
    this.body = body
  }

  /** Returns the same refusal with other names of the fields. */
  withFields(fieldOf: (attr: string) => string): Refusal {
    const failures = this.failures.map((failure) => ({
      ...failure,
      attr: failure.attr && fieldOf(failure.attr),
    }))
    const { kind, status, message: said, body, cause } = this
    return new Refusal({ kind, status, failures, said, body, cause })
  }
}

const said = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined
  const { message, detail, error, errors } = body as Record<string, unknown>
  return [message, detail, error, errors].find((text) => typeof text === 'string')
}

/** The gate’s words, which have no code beside them. */
const NOT_OF_THE_SESSION = 'This is not the organization of your session.'

/** Makes a refusal of an answer that is not a success. `body` is the parsed JSON, if it was JSON. */
export function refusalOf(status: number, body: unknown): Refusal {
  const message = said(body)
  if (status === 401 && message === 'Unauthorized') {
    return new Refusal({ kind: 'signed-out', status, said: message, body })
  }
  if (status === 403 && message?.startsWith(NOT_OF_THE_SESSION)) {
    return new Refusal({ kind: 'other-organization', status, said: message, body })
  }

  const failure = FailureBody.safeParse(body)
  if (failure.success) {
    return new Refusal({ kind: failure.data.type, status, failures: failure.data.errors, body })
  }
  const kind = status === 402 ? 'subscription_error' : status === 401 ? 'signed-out' : 'unknown'
  return new Refusal({ kind, status, ...(message ? { said: message } : {}), body })
}

/** Whether something else is stored than what was to be changed. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Refusal && error.status === 409

const ownWords: Partial<Record<RefusalKind, string>> = {
  offline: 'Please check your internet connection',
  cancelled: 'Request has been canceled',
}

/** What is said of a thing that could not be loaded, or deleted, where the screen has no better words. */
export const failedToLoad = 'Failed to load'
export const failedToDelete = 'Failed to delete'

/** The sentence to show: ours for the network, else the server's, else the screen's own fallback. */
export function explain(error: unknown, fallback = 'Something went wrong'): string {
  if (!(error instanceof Refusal)) return fallback
  return ownWords[error.kind] ?? (error.message || fallback)
}

/** Failures by field name, for showing each beside its field. Failures without a field are left out. */
export function failuresByField(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof Refusal)) return new Map()
  return new Map(
    error.failures.flatMap(({ attr, detail }) =>
      attr && attr !== 'non_field_errors' ? [[attr, detail] as const] : [],
    ),
  )
}
