import { AppError } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { computeAverageCallCost, sumUsage } from '../../usage/usage.port.ts'
import { reserveCall } from './improvements.store.ts'

/** Thrown when the budget allows no further call. */
export class BudgetReachedError extends AppError {
  constructor() {
    super('conflict', [{ code: 'error', detail: 'The budget is used up.', attr: null }])
  }
}

export type CallBudget = {
  /** Counts a call, or throws if the budget is used up. Call it right before each paid call. */
  reserve(): Promise<void>
  /** Throws if a call was refused: an answer without it is none. */
  assertNotReached(): void
  /** Says that all reserved calls have ended. */
  settle(): void
}

type LimitedRun = {
  readonly id: string
  readonly projectId: string
  readonly budgetDollars: number | null
  /** How often a worker has started the run; each earlier one may have lost the reply to a call. */
  readonly attempts: number
}

/** How many times as expensive as the average a call may be. */
const expensiveFactor = 2

/**
 * Limits the calls of a run. They are counted in the database before they are made, so that a crash cannot hide any.
 * Money is counted from stored usage; calls without a reply so far, and those that a crash may have lost, count as
 * expensive ones. One call that costs more than that may still exceed the limit.
 */
export function openCallBudget(
  tenant: Tenant,
  { id, projectId, budgetDollars, attempts }: LimitedRun,
): CallBudget {
  let isReached = false
  let pendingCount = 0
  const hasMoney = async () => {
    if (budgetDollars === null) return true
    const usage = await sumUsage(tenant, [id])
    const spentDollars = usage.reduce((sum, { costInDollars }) => sum + (costInDollars ?? 0), 0)
    const average = (await computeAverageCallCost(tenant, projectId)) ?? 0
    const reservedDollars = (pendingCount + attempts - 1) * average * expensiveFactor
    return spentDollars + reservedDollars <= budgetDollars
  }
  return {
    async reserve() {
      pendingCount += 1
      if (!isReached && (await hasMoney()) && (await reserveCall(tenant, id))) return
      isReached = true
      throw new BudgetReachedError()
    },
    assertNotReached() {
      if (isReached) throw new BudgetReachedError()
    },
    settle() {
      pendingCount = 0
    },
  }
}
