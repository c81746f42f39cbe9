import { AppError, type AppErrorKind, type Fault } from '../../app-error.ts'
import { describeFailure } from '../../describe-failure.ts'

/** It says how work ended, in the form in which callers in other processes get it. */
export type SerializedOutcome =
  | { readonly value: unknown }
  | { readonly refusal: Refusal }
  | { readonly reason: string }

type Refusal = {
  readonly kind: AppErrorKind
  readonly faults: readonly Fault[]
  readonly retryAfterSeconds?: number | undefined
}

/** Keeps errors that users may see whole, and only the reason of others, for the log. */
export function serializeError(error: unknown): SerializedOutcome {
  if (!(error instanceof AppError)) return { reason: describeFailure(error) }
  const { kind, faults, retryAfterSeconds } = error
  return { refusal: { kind, faults, retryAfterSeconds } }
}

/** Returns the value, or throws what the work threw. */
export function unwrapOutcome(outcome: SerializedOutcome): unknown {
  if ('value' in outcome) return outcome.value
  if ('reason' in outcome)
    throw new Error(`The same work failed in another process: ${outcome.reason}`)
  const { kind, faults, retryAfterSeconds } = outcome.refusal
  throw new AppError(kind, faults, { retryAfterSeconds })
}
