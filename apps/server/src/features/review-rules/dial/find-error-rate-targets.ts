import {
  canSkipReview,
  choosePassCriteriaByTarget,
  type PassCriteria,
} from '@recto/extraction/choose-pass-criteria'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { loadCalibration } from '../../prompt-studio/prompt-studio.port.ts'
import { extractRawConfidences, type StoredResult } from '../../tools/tools.port.ts'

type Dial = {
  /** Number of the project's values whose correctness is known from an expected value. */
  readonly truths: number
  /** Pass criteria by error-rate target, strictest first. */
  readonly passings: readonly PassCriteria[]
}

/**
 * Returns the error-rate targets that the project's history supports; none without a project or
 * before its first expected value.
 */
export async function findErrorRateTargets(
  ctx: Pick<Context, 'compute' | 'configurationVersion' | 'configurationCache' | 'log'>,
  tenant: Tenant,
  projectId: string | undefined,
): Promise<Dial> {
  const fit = projectId ? await loadCalibration(ctx, tenant, projectId) : undefined
  const { truths, passings } = fit ?? {
    truths: 0,
    passings: choosePassCriteriaByTarget({ values: [], emptyFields: [] }),
  }
  return { truths, passings }
}

/** Whether every value of a result passes. */
export function isPassing(target: PassCriteria, result: StoredResult): boolean {
  return [...extractRawConfidences(result).values()].every((value) => canSkipReview(target, value))
}
