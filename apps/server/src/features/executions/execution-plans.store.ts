import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import { storableJson } from '../../platform/db/storable.ts'
import type { ExecutionPlan } from '../../platform/db/tables/executions.ts'
import type { Tool } from '../tools/tools.port.ts'

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

/** What of the plan every reader of a result sees. */
export type PlanInShort = {
  readonly toolId: string
  readonly llmProfileId: string | null
  /** By which the tool reads documents, unless a field says otherwise. */
  readonly textExtractorId: string | null
}

/** Of an execution, whichever version made it. */
export async function findPlanInShort(
  { db, organizationId }: Tenant,
  { plan, plan_hash }: Naming,
): Promise<PlanInShort> {
  if (plan) return shorten(plan)
  return db
    .selectFrom('execution_plan')
    .select([
      sql<string>`plan ->> 'toolId'`.as('toolId'),
      sql<string | null>`plan ->> 'llmProfileId'`.as('llmProfileId'),
      sql<string | null>`plan #>> '{tool,metadata,tool_settings,x2text_adapter}'`.as(
        'textExtractorId',
      ),
    ])
    .where('organization_id', '=', organizationId)
    .where('plan_hash', '=', plan_hash)
    .executeTakeFirstOrThrow()
}

export function shorten({ toolId, llmProfileId, tool }: ExecutionPlan): PlanInShort {
  const { metadata } = tool as Partial<Tool>
  const textExtractorId = metadata?.tool_settings.x2text_adapter
  return { toolId, llmProfileId: llmProfileId ?? null, textExtractorId: textExtractorId ?? null }
}
