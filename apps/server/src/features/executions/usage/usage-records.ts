import type * as api from '@recto/contract/usage/usage'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import {
  computeUsageTotal,
  findUsage,
  listUsageRows,
  type UsageFilter,
  type UsageRow,
  type UsageTotal,
} from '../../usage/usage.port.ts'
import { findTaggedExecutionIds } from '../tags/tagged.reads.ts'
import { type ExecutionTag, findExecutionTags } from './execution-tags.reads.ts'

type UsageDependencies = Pick<Context, 'db'>

export type UsageRequest = Omit<UsageFilter, 'executionIds'> & {
  readonly tag?: string | undefined
  readonly executionId?: string | undefined
}

type ListUsageRequest = UsageRequest & {
  readonly actor: Actor
  readonly page: number
  readonly pageSize: number
  readonly order: 'asc' | 'desc'
}

export async function listUsage(
  ctx: UsageDependencies,
  { actor, page, pageSize, order, ...request }: ListUsageRequest,
): Promise<{ readonly count: number; readonly records: api.UsageRecord[] }> {
  const tenant = tenantOf(ctx, actor)
  const filter = await toUsageFilter(tenant, actor, request)
  const { count, rows } = await listUsageRows(tenant, filter, { page, pageSize, order })
  if (page > 1 && rows.length === 0) throw notFound('page')
  return { count, records: await presentUsageRows(tenant, rows) }
}

export async function getUsage(
  ctx: UsageDependencies,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<api.UsageRecord> {
  const tenant = tenantOf(ctx, actor)
  const row = await findUsage(tenant, id)
  const [record] = row ? await presentUsageRows(tenant, [row]) : []
  if (!record) throw notFound('usage record')
  return record
}

export async function aggregateUsage(
  ctx: UsageDependencies,
  { actor, ...request }: UsageRequest & { readonly actor: Actor },
): Promise<UsageTotal> {
  const tenant = tenantOf(ctx, actor)
  return computeUsageTotal(tenant, await toUsageFilter(tenant, actor, request))
}

async function toUsageFilter(
  tenant: Tenant,
  viewer: Actor,
  { tag, executionId, ...filter }: UsageRequest,
): Promise<UsageFilter> {
  const taggedIds =
    tag === undefined ? undefined : await findTaggedExecutionIds(tenant, { name: tag, viewer })
  if (executionId === undefined) return { ...filter, executionIds: taggedIds }
  const isIncluded = taggedIds?.includes(executionId) ?? true
  return { ...filter, executionIds: isIncluded ? [executionId] : [] }
}

async function presentUsageRows(
  tenant: Tenant,
  rows: readonly UsageRow[],
): Promise<api.UsageRecord[]> {
  const ids = new Set(rows.flatMap((row) => row.execution_id ?? []))
  const tags = await findExecutionTags(tenant, [...ids])
  return rows.map((row) =>
    presentUsage(row, row.execution_id ? tags.get(row.execution_id) : undefined),
  )
}

const presentUsage = (row: UsageRow, tag: ExecutionTag | undefined): api.UsageRecord => ({
  id: row.id,
  workflow_id: row.workflow_id,
  execution_id: row.execution_id,
  adapter_instance_id: row.adapter_id,
  run_id: row.run_id,
  usage_type: row.usage_type,
  llm_usage_reason: row.llm_usage_reason,
  model_name: row.model_name,
  embedding_tokens: row.embedding_tokens,
  prompt_tokens: row.prompt_tokens,
  cached_tokens: row.cached_tokens,
  completion_tokens: row.completion_tokens,
  total_tokens: row.total_tokens,
  cost_in_dollars: row.cost_in_dollars,
  workflow_execution_id: row.execution_id,
  tag: tag?.tag ?? null,
  executed_at: tag ? presentTime(tag.createdAt) : null,
  created_at: presentTime(row.created_at),
  modified_at: presentTime(row.modified_at),
})
