import { isUserFacingError, toUserMessage } from '../../../../platform/describe-failure.ts'
import type { JobRun } from '../../../../platform/work/jobs.ts'
import { endsRun } from '../../../answering/answering.port.ts'
import { BudgetReachedError } from '../call-budget.ts'
import type { ImprovementEnding } from '../improvements.store.ts'
import { RunFailedError } from './judge-failure.ts'

/** Says why a field has no measurement. */
export type FieldStop = 'budget' | { readonly kind: 'failed'; readonly reason: string }

export type FieldFailure = {
  readonly outcome: FieldStop
  /** Whether the fields after it would have the same outcome. */
  readonly endsRun: boolean
}

/** Explains a failure of one field. Throws the error if it interrupts the run, or is a mistake of the product. */
export function explainFieldFailure(error: unknown, run: Pick<JobRun, 'signal'>): FieldFailure {
  if (error instanceof BudgetReachedError) return { outcome: 'budget', endsRun: true }
  const isInterrupted = run.signal.aborted || endsRun(error)
  if (isInterrupted || !isUserFacingError(error)) throw error
  return {
    outcome: { kind: 'failed', reason: toUserMessage(error) },
    endsRun: error instanceof RunFailedError,
  }
}

/** Returns how a run ends; `stop` is absent if no field has ended it. */
export function toEnding(stop: FieldStop | undefined): Omit<ImprovementEnding, 'id'> {
  if (stop === undefined) return { state: 'done' }
  if (stop === 'budget') return { state: 'stopped' }
  return { state: 'failed', error: stop.reason }
}
