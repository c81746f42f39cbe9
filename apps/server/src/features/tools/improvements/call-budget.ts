import { AppError, badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { CallToReserve, ReservedCall } from '../../model-calls/model-calls.port.ts'
import { reserveCall, settleCall } from './improvements.store.ts'

/** Thrown when the budget allows no further call. */
export class BudgetReachedError extends AppError {
  constructor() {
    super('conflict', [
      { code: 'error', detail: 'The budget does not allow the next call.', attr: null },
    ])
  }
}

/** The cost of a call is not known beforehand. */
export const unboundedCostError = (adapterName: string): AppError =>
  badRequest(
    `Nobody knows what a call to “${adapterName}” costs at most, so a limit of money cannot be kept. Set its prices and the maximum output tokens, or limit the calls only.`,
  )

export type CallBudget = {
  /** Counts a call and reserves its cost, or throws if the budget does not allow it. */
  reserve(call: CallToReserve): Promise<ReservedCall>
  /** Throws if a call was refused: an answer without it is none. */
  assertNotReached(): void
}

type LimitedRun = { readonly id: string; readonly budgetDollars: number | null }

/**
 * Limits the calls and the money of a run. Both are reserved in the database before a call, and the money at the most that the call can cost.
 * What a call has not used is given back when its cost is recorded; if a crash prevents that, it stays reserved. So what was spent and
 * what is reserved are never more than the budget.
 */
export function openCallBudget(tenant: Tenant, { id, budgetDollars }: LimitedRun): CallBudget {
  let failure: AppError | undefined
  const pendingCalls = new Set<Promise<void>>()
  const refuse = (error: AppError): never => {
    failure = error
    throw error
  }
  const reserve = async (dollars: number): Promise<void> => {
    if (failure) throw failure
    const earlierCalls = [...pendingCalls]
    if (await reserveCall(tenant, { id, dollars })) return
    if (earlierCalls.length === 0) refuse(new BudgetReachedError())
    // It may give back what it does not use.
    await Promise.race(earlierCalls)
    return reserve(dollars)
  }
  return {
    async reserve({ adapterName, boundDollars }) {
      if (failure) throw failure
      const bound = budgetDollars === null ? 0 : await boundDollars()
      if (bound === undefined) return refuse(unboundedCostError(adapterName))
      await reserve(bound)
      const { promise, resolve } = Promise.withResolvers<void>()
      pendingCalls.add(promise)
      return {
        async end(cost) {
          try {
            const isLimited = budgetDollars !== null
            if (isLimited && cost !== null) await settleCall(tenant, { id, bound, cost })
          } finally {
            pendingCalls.delete(promise)
            resolve()
          }
        },
      }
    },
    assertNotReached() {
      if (failure) throw failure
    },
  }
}
