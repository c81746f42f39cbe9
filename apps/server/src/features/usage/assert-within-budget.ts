import { AppError } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findSpentBudget } from './budget.store.ts'

/**
 * Asked last before each paid call. What is spent is what calls have been stored with, of all processes
 * together: once that is the budget, no further call begins, and those that are under way end and are
 * counted. Throws 429 that names the budget; where it is raised, the same work goes on.
 */
export async function assertWithinBudget(tenant: Tenant): Promise<void> {
  const found = await findSpentBudget(tenant)
  if (!found) return
  const { budget, spent } = found
  const detail =
    `The monthly budget of ${inDollars(budget)} is spent: this month’s calls of models cost ` +
    `${inDollars(spent)}. No paid call is made until an admin raises the budget or the next month (UTC) begins.`
  throw new AppError('over-limit', [{ code: 'budget_spent', detail, attr: null }])
}

const inDollars = (value: number) =>
  value.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: value < 1 ? 6 : 2,
  })
