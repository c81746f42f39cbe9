import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import { storableJson } from '../../platform/db/storable.ts'
import type { ExecutionPlan } from '../../platform/db/tables/executions.ts'

type Versioned = { readonly plan: ExecutionPlan; readonly planHash: string }

/** Keeps a version of a plan once, however many executions name it. */
export async function keepPlan(
  { db, organizationId }: Tenant,
  { plan, planHash }: Versioned,
): Promise<void> {
  await db
    .insertInto('execution_plan')
    .values({ organization_id: organizationId, plan_hash: planHash, plan: storableJson(plan) })
    .onConflict((c) => c.columns(['organization_id', 'plan_hash']).doNothing())
    .execute()
}

/** What the files of an execution are run by. */
export async function getPlan(
  { db, organizationId }: Tenant,
  { plan, plan_hash }: Naming,
): Promise<ExecutionPlan> {
  if (plan) return plan
  const row = await db
    .selectFrom('execution_plan')
    .select('plan')
    .where('organization_id', '=', organizationId)
    .where('plan_hash', '=', plan_hash)
    .executeTakeFirstOrThrow()
  return row.plan
}

type Naming = { readonly plan: ExecutionPlan | null; readonly plan_hash: string }

/** The tool that an execution ran, whichever version made the execution. */
export async function findToolId(
  { db, organizationId }: Tenant,
  { plan, plan_hash }: Naming,
): Promise<string> {
  if (plan) return plan.toolId
  const { toolId } = await db
    .selectFrom('execution_plan')
    .select(sql<string>`plan ->> 'toolId'`.as('toolId'))
    .where('organization_id', '=', organizationId)
    .where('plan_hash', '=', plan_hash)
    .executeTakeFirstOrThrow()
  return toolId
}
