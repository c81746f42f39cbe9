import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'

export type UsageRow = Selectable<Tables['usage_record']>

export type UsageFilter = {
  readonly after?: Date | undefined
  readonly before?: Date | undefined
  /** Without the moment itself. */
  readonly behind?: Date | undefined
  readonly ahead?: Date | undefined
  readonly type?: UsageRow['usage_type'] | undefined
  readonly adapterId?: string | undefined
  /** Only calls of these executions. */
  readonly executionIds?: readonly string[] | undefined
}

type Window = {
  readonly page: number
  readonly pageSize: number
  readonly order: 'asc' | 'desc'
}

export async function pageOfUsage(
  tenant: Tenant,
  filter: UsageFilter,
  { page, pageSize, order }: Window,
): Promise<{ readonly count: number; readonly rows: readonly UsageRow[] }> {
  const all = recordsOf(tenant, filter)
  const [{ count }, rows] = await Promise.all([
    all.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    all
      .selectAll()
      .orderBy('created_at', order)
      .orderBy('id', order)
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  return { count, rows }
}

export async function findUsage(tenant: Tenant, id: string): Promise<UsageRow | undefined> {
  return recordsOf(tenant, {}).selectAll().where('id', '=', id).executeTakeFirst()
}

export type UsageTotal = {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly totalTokens: number
  readonly costInDollars: number
  readonly from: Date | null
  readonly to: Date | null
}

export async function totalOfUsage(tenant: Tenant, filter: UsageFilter): Promise<UsageTotal> {
  return recordsOf(tenant, filter)
    .select([
      sql<number>`coalesce(sum(prompt_tokens), 0)`.as('promptTokens'),
      sql<number>`coalesce(sum(completion_tokens), 0)`.as('completionTokens'),
      sql<number>`coalesce(sum(total_tokens), 0)`.as('totalTokens'),
      sql<number>`coalesce(sum(cost_in_dollars), 0)`.as('costInDollars'),
      sql<Date | null>`min(created_at)`.as('from'),
      sql<Date | null>`max(created_at)`.as('to'),
    ])
    .executeTakeFirstOrThrow()
}

/** What the calls of an execution have used. */
export type UsageOfExecution = Omit<UsageTotal, 'from' | 'to'> & {
  readonly embeddingTokens: number
  /** Calls of models whose price is not known: the cost is without them. */
  readonly unpricedCalls: number
  readonly calls: number
}

export async function usageOfExecution(tenant: Tenant, id: string): Promise<UsageOfExecution> {
  return recordsOf(tenant, { executionIds: [id] })
    .select([
      sql<number>`coalesce(sum(prompt_tokens), 0)`.as('promptTokens'),
      sql<number>`coalesce(sum(completion_tokens), 0)`.as('completionTokens'),
      sql<number>`coalesce(sum(embedding_tokens), 0)`.as('embeddingTokens'),
      sql<number>`coalesce(sum(total_tokens), 0)`.as('totalTokens'),
      sql<number>`coalesce(sum(cost_in_dollars), 0)`.as('costInDollars'),
      sql<number>`count(*)`.as('calls'),
      sql<number>`count(*) filter (where cost_in_dollars is null)`.as('unpricedCalls'),
    ])
    .executeTakeFirstOrThrow()
}

function recordsOf(
  { db, organizationId }: Tenant,
  { after, before, behind, ahead, type, adapterId, executionIds }: UsageFilter,
) {
  let query = db.selectFrom('usage_record').where('organization_id', '=', organizationId)
  if (after) query = query.where('created_at', '>=', after)
  if (before) query = query.where('created_at', '<', nextMillisecond(before))
  if (behind) query = query.where('created_at', '>=', nextMillisecond(behind))
  if (ahead) query = query.where('created_at', '<', ahead)
  if (type) query = query.where('usage_type', '=', type)
  if (adapterId) query = query.where('adapter_id', '=', adapterId)
  if (executionIds) query = query.where(sql<boolean>`execution_id = any(${executionIds}::uuid[])`)
  return query
}

/** Rows know microseconds, whoever asks knows milliseconds: a time that was shown means all of its millisecond. */
const nextMillisecond = (time: Date) => new Date(time.getTime() + 1)

/** What a call for fields of the project has cost on average lately; null where none has a price. */
export async function averageCallOfProject(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<number | null> {
  const recent = db
    .selectFrom('usage_record')
    .select('cost_in_dollars')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('llm_usage_reason', '=', 'extraction')
    .where('cost_in_dollars', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(500)
  const row = await db
    .selectFrom(recent.as('recent'))
    .select(sql<number | null>`avg(cost_in_dollars)::float8`.as('dollars'))
    .executeTakeFirst()
  return row?.dollars ?? null
}
