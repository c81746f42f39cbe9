import {
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type QueryCreator,
  sql,
} from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'

export type NewUsage = Omit<
  Insertable<Tables['usage_record']>,
  'id' | 'organization_id' | 'created_at' | 'modified_at'
>

type Alongside = (
  db: QueryCreator<Tables>,
) => InsertQueryBuilder<Tables, 'model_call', InsertResult>

/** With another insertion in the same statement, which is one round trip and one commit for both. */
export async function insertUsage(
  { db, organizationId }: Tenant,
  usage: NewUsage,
  alongside?: Alongside,
): Promise<void> {
  const creator = alongside ? db.with('alongside', alongside) : db
  await creator
    .insertInto('usage_record')
    .values({ ...usage, organization_id: organizationId })
    .onConflict((c) => c.constraint('usage_record_call_key').doNothing())
    .execute()
}

/** What one run has used of one model for one reason. */
export type UsageSum = {
  readonly runId: string
  readonly type: 'llm' | 'embedding'
  readonly reason: 'extraction' | 'challenge' | 'summarize' | null
  readonly model: string
  readonly embeddingTokens: number
  readonly promptTokens: number
  readonly completionTokens: number
  readonly totalTokens: number
  readonly costInDollars: number | null
}

/** Sums of each run for each model and reason. */
export async function sumUsage(
  { db, organizationId }: Tenant,
  runIds: readonly string[],
): Promise<readonly UsageSum[]> {
  if (runIds.length === 0) return []
  return db
    .selectFrom('usage_record')
    .select(({ fn }) => [
      'run_id as runId',
      'usage_type as type',
      'llm_usage_reason as reason',
      'model_name as model',
      fn.sum<number>('embedding_tokens').as('embeddingTokens'),
      fn.sum<number>('prompt_tokens').as('promptTokens'),
      fn.sum<number>('completion_tokens').as('completionTokens'),
      fn.sum<number>('total_tokens').as('totalTokens'),
      sql<number | null>`sum(cost_in_dollars)`.as('costInDollars'),
    ])
    .where('organization_id', '=', organizationId)
    .where('run_id', 'in', runIds)
    .groupBy(['run_id', 'usage_type', 'llm_usage_reason', 'model_name'])
    .orderBy('model_name')
    .execute()
}

/** Of the calls that were made for the executions. */
export async function findCallKeys(
  { db, organizationId }: Tenant,
  executionIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('usage_record')
    .select('call_key')
    .where('organization_id', '=', organizationId)
    .where('execution_id', 'in', executionIds)
    .execute()
  return rows.map((row) => row.call_key)
}
