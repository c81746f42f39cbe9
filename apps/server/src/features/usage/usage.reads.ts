import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'

export type UsageRow = Selectable<Tables['usage_record']>

export type UsageFilter = {
  readonly createdFrom?: Date | undefined
  readonly createdUntil?: Date | undefined
  /** Exclusive, like `createdBefore`; `createdFrom` and `createdUntil` are inclusive. */
  readonly createdAfter?: Date | undefined
  readonly createdBefore?: Date | undefined
  readonly type?: UsageRow['usage_type'] | undefined
  readonly adapterId?: string | undefined
  /** Restricts the calls to these executions. */
  readonly executionIds?: readonly string[] | undefined
}

type UsagePage = {
  readonly page: number
  readonly pageSize: number
  readonly order: 'asc' | 'desc'
}

export async function listUsageRows(
  tenant: Tenant,
  filter: UsageFilter,
  { page, pageSize, order }: UsagePage,
): Promise<{ readonly count: number; readonly rows: readonly UsageRow[] }> {
  const records = selectUsageRecords(tenant, filter)
  const [{ count }, rows] = await Promise.all([
    records.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    records
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
  return selectUsageRecords(tenant, {}).selectAll().where('id', '=', id).executeTakeFirst()
}

export type UsageTotal = {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly totalTokens: number
  readonly costInDollars: number
  readonly from: Date | null
  readonly to: Date | null
}

export async function computeUsageTotal(tenant: Tenant, filter: UsageFilter): Promise<UsageTotal> {
  return selectUsageRecords(tenant, filter)
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

/** Usage of all calls of an execution. */
export type ExecutionUsageTotal = Omit<UsageTotal, 'from' | 'to'> & {
  readonly embeddingTokens: number
  readonly cachedTokens: number
  /** Number of calls to models without a known price; the cost does not include them. */
  readonly unpricedCalls: number
  readonly calls: number
}

export async function computeExecutionUsage(
  tenant: Tenant,
  id: string,
): Promise<ExecutionUsageTotal> {
  return selectUsageRecords(tenant, { executionIds: [id] })
    .select([
      sql<number>`coalesce(sum(prompt_tokens), 0)`.as('promptTokens'),
      sql<number>`coalesce(sum(completion_tokens), 0)`.as('completionTokens'),
      sql<number>`coalesce(sum(cached_tokens), 0)`.as('cachedTokens'),
      sql<number>`coalesce(sum(embedding_tokens), 0)`.as('embeddingTokens'),
      sql<number>`coalesce(sum(total_tokens), 0)`.as('totalTokens'),
      sql<number>`coalesce(sum(cost_in_dollars), 0)`.as('costInDollars'),
      sql<number>`count(*)`.as('calls'),
      sql<number>`count(*) filter (where cost_in_dollars is null)`.as('unpricedCalls'),
    ])
    .executeTakeFirstOrThrow()
}

function selectUsageRecords(
  { db, organizationId }: Tenant,
  {
    createdFrom,
    createdUntil,
    createdAfter,
    createdBefore,
    type,
    adapterId,
    executionIds,
  }: UsageFilter,
) {
  let query = db.selectFrom('usage_record').where('organization_id', '=', organizationId)
  if (createdFrom) query = query.where('created_at', '>=', createdFrom)
  if (createdUntil) query = query.where('created_at', '<', nextMillisecond(createdUntil))
  if (createdAfter) query = query.where('created_at', '>=', nextMillisecond(createdAfter))
  if (createdBefore) query = query.where('created_at', '<', createdBefore)
  if (type) query = query.where('usage_type', '=', type)
  if (adapterId) query = query.where('adapter_id', '=', adapterId)
  if (executionIds) query = query.where(sql<boolean>`execution_id = any(${executionIds}::uuid[])`)
  return query
}

/**
 * Rows have microseconds, callers milliseconds: a time shown to a caller covers its whole
 * millisecond.
 */
const nextMillisecond = (time: Date) => new Date(time.getTime() + 1)

/**
 * Computes the average cost of the latest calls for fields of the project; null where none has a
 * price.
 */
export async function computeAverageCallCost(
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

/** Dollars that the calls of an execution would have cost more outside of batches. */
export async function computeSavedByBatches(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<number> {
  const row = await db
    .selectFrom('usage_record')
    .select((rows) => rows.fn.sum<number | null>('saved_by_batch').as('saved'))
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
    .executeTakeFirstOrThrow()
  return Number(row.saved ?? 0)
}
