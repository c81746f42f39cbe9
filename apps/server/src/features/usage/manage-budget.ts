import type * as api from '@recto/contract/budget'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { presentTime } from '../../platform/present-time.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import {
  type Budget,
  findBudget,
  type MonthOfUsage,
  monthOfUsage,
  removeBudget,
  storeBudget,
} from './budget.store.ts'

type Needs = Pick<Context, 'db'>

export type BudgetWithMonth = {
  readonly budget: Budget | undefined
  readonly month: MonthOfUsage
}

export async function readBudget(tenant: Tenant): Promise<BudgetWithMonth> {
  return { budget: await findBudget(tenant), month: await monthOfUsage(tenant) }
}

type Wanted = Omit<Budget, 'dollars'> & { readonly dollars: number | null }

/** Calls that were stopped may be asked for again as soon as there is more to spend. */
export async function changeBudget(
  ctx: Needs,
  { actor, wanted: { dollars, ...how } }: { readonly actor: Actor; readonly wanted: Wanted },
): Promise<BudgetWithMonth> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const before = await findBudget(tenant)
    const after = dollars === null ? undefined : { dollars, ...how }
    await (after ? storeBudget(tenant, after) : removeBudget(tenant))
    const { id, name } = actor.organization
    const subject = { type: 'organization', id: String(id), name }
    await recordChange(tenant, actor, {
      action: 'budget.changed',
      subject,
      before: before && recorded(before),
      after: after && recorded(after),
    })
    return readBudget(tenant)
  })
}

const recorded = ({ dollars, warnPercent, stopsCalls }: Budget) => ({
  dollars,
  warn_percent: warnPercent,
  stops_calls: stopsCalls,
})

const usualWarnPercent = 80

export function presentBudget({ budget, month }: BudgetWithMonth): api.MonthlyBudget {
  const startsAt = new Date(`${month.month}T00:00:00Z`)
  const endsAt = new Date(Date.UTC(startsAt.getUTCFullYear(), startsAt.getUTCMonth() + 1))
  return {
    dollars: budget?.dollars ?? null,
    warn_percent: budget?.warnPercent ?? usualWarnPercent,
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
