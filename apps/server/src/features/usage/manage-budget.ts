import type * as api from '@recto/contract/usage/budget'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import {
  type Budget,
  deleteBudget,
  findBudget,
  loadMonthlyUsage,
  type MonthlyUsage,
  saveBudget,
} from './budget.store.ts'

type BudgetDependencies = Pick<Context, 'db'>

export type BudgetWithMonth = {
  readonly budget: Budget | undefined
  readonly month: MonthlyUsage
}

export async function getBudget(tenant: Tenant): Promise<BudgetWithMonth> {
  return { budget: await findBudget(tenant), month: await loadMonthlyUsage(tenant) }
}

type BudgetChange = Omit<Budget, 'dollars'> & { readonly dollars: number | null }

/** Sets or removes the budget; refused calls can be repeated as soon as it allows them. */
export async function setBudget(
  ctx: BudgetDependencies,
  {
    actor,
    change: { dollars, ...limits },
  }: { readonly actor: Actor; readonly change: BudgetChange },
): Promise<BudgetWithMonth> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const previousBudget = await findBudget(tenant)
    const updatedBudget = dollars === null ? undefined : { dollars, ...limits }
    await (updatedBudget ? saveBudget(tenant, updatedBudget) : deleteBudget(tenant))
    const { id, name } = actor.organization
    const subject = { type: 'organization', id: String(id), name }
    await recordChange(tenant, actor, {
      action: 'budget.changed',
      subject,
      before: previousBudget && toAuditRecord(previousBudget),
      after: updatedBudget && toAuditRecord(updatedBudget),
    })
    return getBudget(tenant)
  })
}

const toAuditRecord = ({ dollars, warnPercent, stopsCalls }: Budget) => ({
  dollars,
  warn_percent: warnPercent,
  stops_calls: stopsCalls,
})

const defaultWarnPercent = 80

export function presentBudget({ budget, month }: BudgetWithMonth): api.MonthlyBudget {
  const startsAt = new Date(`${month.month}T00:00:00Z`)
  const endsAt = new Date(Date.UTC(startsAt.getUTCFullYear(), startsAt.getUTCMonth() + 1))
  return {
    dollars: budget?.dollars ?? null,
    warn_percent: budget?.warnPercent ?? defaultWarnPercent,
    stops_calls: budget?.stopsCalls ?? false,
    is_stopped: budget !== undefined && budget.stopsCalls && month.dollars >= budget.dollars,
    month: {
      starts_at: presentTime(startsAt),
      ends_at: presentTime(endsAt),
      calls: month.calls,
      unpriced_calls: month.unpricedCalls,
      total_tokens: month.tokens,
      cost_in_dollars: month.dollars,
    },
  }
}
