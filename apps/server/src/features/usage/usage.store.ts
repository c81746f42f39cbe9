import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../platform/db/database.ts'
import { toStorableJson } from '../../platform/db/sql-text.ts'

export type NewUsage = Omit<
  Insertable<Tables['usage_record']>,
  'id' | 'organization_id' | 'created_at' | 'modified_at'
>

type OwnedUsage = NewUsage & { readonly organization_id: number }

/**
 * Stores the usage of calls, each call once, together with other writes in one statement, for one
 * round trip and one commit. Monthly totals are updated in the order of organizations, so that
 * concurrent statements cannot deadlock.
 */
export async function insertUsages(
  { db }: Installation,
  usages: readonly OwnedUsage[],
  ...alongside: readonly RawBuilder<unknown>[]
): Promise<void> {
  const otherWrites = alongside.map(
    (write, index) => sql`${sql.ref(`alongside_${index}`)} as (${write}),`,
  )
  await sql`
    with ${sql.join(otherWrites, sql` `)}
    counted as (
    insert into usage_record (organization_id, call_key, workflow_id, execution_id, adapter_id, project_id, run_id,
      usage_type, llm_usage_reason, model_name, embedding_tokens, prompt_tokens, completion_tokens,
      total_tokens, cached_tokens, cost_in_dollars, seconds, reasoning_tokens, questions,
      saved_by_cache, saved_by_single_pass, saved_by_batch)
    select * from json_to_recordset(${toStorableJson(usages.map(withDefaults))}) as u (organization_id integer,
      call_key text, workflow_id uuid, execution_id uuid, adapter_id uuid, project_id uuid, run_id text,
      usage_type text, llm_usage_reason text, model_name text, embedding_tokens integer,
      prompt_tokens integer, completion_tokens integer, total_tokens integer,
      cached_tokens integer,
      cost_in_dollars double precision, seconds double precision, reasoning_tokens integer,
      questions integer, saved_by_cache double precision, saved_by_single_pass double precision,
      saved_by_batch double precision)
    on conflict on constraint usage_record_call_key do nothing
    returning organization_id, created_at, total_tokens, cost_in_dollars
    )
    insert into usage_month as known
    select organization_id, date_trunc('month', created_at at time zone 'UTC')::date, count(*),
      count(*) filter (where cost_in_dollars is null), sum(total_tokens),
      coalesce(sum(cost_in_dollars::numeric), 0)
    from counted group by 1, 2 order by 1, 2
    on conflict (organization_id, month) do update set
      calls = known.calls + excluded.calls,
      unpriced_calls = known.unpriced_calls + excluded.unpriced_calls,
      tokens = known.tokens + excluded.tokens,
      dollars = known.dollars + excluded.dollars`.execute(db)
}

const withDefaults = (usage: OwnedUsage) => ({
  cached_tokens: 0,
  reasoning_tokens: 0,
  questions: 1,
  saved_by_cache: 0,
  saved_by_single_pass: 0,
  saved_by_batch: 0,
  ...usage,
})

/** Usage of one run for one model and reason. */
export type UsageSum = {
  readonly runId: string
  readonly type: 'llm' | 'embedding'
  readonly reason: 'extraction' | 'challenge' | 'summarize' | null
  readonly model: string
  readonly embeddingTokens: number
  readonly promptTokens: number
  readonly completionTokens: number
  readonly totalTokens: number
  /** The part of the prompt tokens that services read from their cache. */
  readonly cachedTokens: number
  readonly costInDollars: number | null
}

/** Sums the usage of runs by run, model and reason. */
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
      fn.sum<number>('cached_tokens').as('cachedTokens'),
      sql<number | null>`sum(cost_in_dollars)`.as('costInDollars'),
    ])
    .where('organization_id', '=', organizationId)
    .where('run_id', 'in', runIds)
    .groupBy(['run_id', 'usage_type', 'llm_usage_reason', 'model_name'])
    .orderBy('model_name')
    .execute()
}

/** Finds the keys of all calls of the executions. */
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

/** Says what some calls of a run have cost together; null if the price of none is known. */
export type CallSum = { readonly calls: number; readonly costInDollars: number | null }

/** Sums the calls of a run whose keys begin so. */
export async function sumCallsOfStep(
  { db, organizationId }: Tenant,
  { runId, callKeyPrefix }: { readonly runId: string; readonly callKeyPrefix: string },
): Promise<CallSum> {
  return db
    .selectFrom('usage_record')
    .select([
      sql<number>`count(*)::int`.as('calls'),
      sql<number | null>`sum(cost_in_dollars)`.as('costInDollars'),
    ])
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    .where(sql<boolean>`starts_with(call_key, ${callKeyPrefix})`)
    .executeTakeFirstOrThrow()
}

/** The cost and the duration of some calls together. */
export type CallTotal = {
  readonly calls: number
  /** Null if the price of any of them is not known. */
  readonly costInDollars: number | null
  readonly seconds: number
}

/** Sums the calls with these keys. A call without a record has no known price. */
export async function sumCalls(
  { db, organizationId }: Tenant,
  callKeys: ReadonlySet<string>,
): Promise<CallTotal> {
  if (callKeys.size === 0) return { calls: 0, costInDollars: 0, seconds: 0 }
  const row = await db
    .selectFrom('usage_record')
    .select([
      sql<number>`count(cost_in_dollars)::int`.as('priced'),
      sql<number>`coalesce(sum(cost_in_dollars), 0)`.as('dollars'),
      sql<number>`coalesce(sum(seconds), 0)`.as('seconds'),
    ])
    .where('organization_id', '=', organizationId)
    .where('call_key', 'in', [...callKeys])
    .executeTakeFirstOrThrow()
  const isPriced = row.priced === callKeys.size
  return {
    calls: callKeys.size,
    costInDollars: isPriced ? Number(row.dollars) : null,
    seconds: Number(row.seconds),
  }
}

/** One call of a run with its usage. */
export type UsedCall = {
  readonly callKey: string
  readonly adapterId: string | null
  readonly model: string
  readonly reason: 'extraction' | 'challenge' | 'summarize' | null
  readonly totalTokens: number
  readonly costInDollars: number | null
}

/** Finds the calls of one run in the order in which they were counted. */
export async function findUsedCalls(
  { db, organizationId }: Tenant,
  runId: string,
): Promise<readonly UsedCall[]> {
  return db
    .selectFrom('usage_record')
    .select([
      'call_key as callKey',
      'adapter_id as adapterId',
      'model_name as model',
      'llm_usage_reason as reason',
      'total_tokens as totalTokens',
      'cost_in_dollars as costInDollars',
    ])
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    .orderBy('created_at')
    .orderBy('call_key')
    .execute()
}
