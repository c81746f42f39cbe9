import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import { toStorableJson } from '../../platform/db/sql-text.ts'
import type { StoredExecutionPlan } from '../../platform/db/tables/executions.ts'
import type { Tool } from '../tools/tools.port.ts'

/** A stored plan with the type of its tool, which the table cannot name: it belongs to a lower layer. */
export type ExecutionPlan = StoredExecutionPlan & { readonly tool: Tool }

type HashedPlan = { readonly plan: ExecutionPlan; readonly planHash: string }

/** Stores a plan once, however many executions refer to it. */
export async function insertPlan(
  { db, organizationId }: Tenant,
  { plan, planHash }: HashedPlan,
): Promise<void> {
  await db
    .insertInto('execution_plan')
    .values({ organization_id: organizationId, plan_hash: planHash, plan: toStorableJson(plan) })
    .onConflict((c) => c.columns(['organization_id', 'plan_hash']).doNothing())
    .execute()
}

/** Loads the plan by which the files of an execution are run. */
export async function loadPlan(
  { db, organizationId }: Tenant,
  { plan, plan_hash }: PlanReference,
): Promise<ExecutionPlan> {
  if (plan) return plan as ExecutionPlan
  const row = await db
    .selectFrom('execution_plan')
    .select('plan')
    .where('organization_id', '=', organizationId)
    .where('plan_hash', '=', plan_hash)
    .executeTakeFirstOrThrow()
  return row.plan as ExecutionPlan
}

type PlanReference = { readonly plan: StoredExecutionPlan | null; readonly plan_hash: string }

/** The part of a plan that readers of a result need. */
export type PlanSummary = {
  readonly toolId: string
  readonly llmProfileId: string | null
  /** Text extractor that the tool uses unless a field names another one. */
  readonly textExtractorId: string | null
}

/**
 * Loads the plan summary of an execution; executions of earlier versions store the plan in their
 * own row.
 */
export async function findPlanSummary(
  { db, organizationId }: Tenant,
  { plan, plan_hash }: PlanReference,
): Promise<PlanSummary> {
  if (plan) return summarizePlan(plan)
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

export function summarizePlan({ toolId, llmProfileId, tool }: StoredExecutionPlan): PlanSummary {
  const { metadata } = tool as Partial<Tool>
  const textExtractorId = metadata?.tool_settings.x2text_adapter
  return { toolId, llmProfileId: llmProfileId ?? null, textExtractorId: textExtractorId ?? null }
}
