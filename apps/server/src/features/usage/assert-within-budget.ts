import { AppError } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findSpentBudget } from './budget.store.ts'

/**
 * Checked right before each paid call. Spending is the cost of all stored calls of all processes:
 * once it reaches the budget, no further call starts, and calls in flight finish and are counted.
 * Throws 429 naming the budget; once it is raised, the same work can continue.
 */
export async function assertWithinBudget(tenant: Tenant): Promise<void> {
  const spentBudget = await findSpentBudget(tenant)
  if (!spentBudget) return
  const { budget, spent: spentDollars } = spentBudget
  const detail =
    `The monthly budget of ${formatDollars(budget)} is used up: model calls this month have cost ` +
    `${formatDollars(spentDollars)}. No paid calls are made until an admin raises the budget or the next month (UTC) begins.`
  throw new AppError('over-limit', [{ code: 'budget_spent', detail, attr: null }])
}

const formatDollars = (value: number) =>
  value.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: value < 1 ? 6 : 2,
  })
