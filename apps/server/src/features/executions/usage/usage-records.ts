import type * as api from '@recto/contract/usage'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { presentTime } from '../../../platform/present-time.ts'
import {
  findUsage,
  pageOfUsage,
  totalOfUsage,
  type UsageFilter,
  type UsageRow,
  type UsageTotal,
} from '../../usage/usage.port.ts'
import { idsOfTagged } from '../tags/tagged.reads.ts'
import { findMarks, type Marks } from './marks.reads.ts'

type Needs = Pick<Context, 'db'>

export type WantedUsage = Omit<UsageFilter, 'executionIds'> & {
  readonly tag?: string | undefined
  readonly executionId?: string | undefined
}

type Listed = WantedUsage & {
  readonly actor: Actor
  readonly page: number
  readonly pageSize: number
  readonly order: 'asc' | 'desc'
}

export async function listUsage(
  ctx: Needs,
  { actor, page, pageSize, order, ...wanted }: Listed,
): Promise<{ readonly count: number; readonly records: api.UsageRecord[] }> {
  const tenant = tenantOf(ctx, actor)
  const filter = await filterOf(tenant, wanted)
  const { count, rows } = await pageOfUsage(tenant, filter, { page, pageSize, order })
  if (page > 1 && rows.length === 0) throw notFound('page')
  return { count, records: await marked(tenant, rows) }
}

export async function getUsage(
  ctx: Needs,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<api.UsageRecord> {
  const tenant = tenantOf(ctx, actor)
  const row = await findUsage(tenant, id)
  const [record] = row ? await marked(tenant, [row]) : []
  if (!record) throw notFound('usage')
  return record
}

export async function sumUpUsage(
  ctx: Needs,
  { actor, ...wanted }: WantedUsage & { readonly actor: Actor },
): Promise<UsageTotal> {
  const tenant = tenantOf(ctx, actor)
  return totalOfUsage(tenant, await filterOf(tenant, wanted))
}

async function filterOf(
  tenant: Tenant,
  { tag, executionId, ...filter }: WantedUsage,
): Promise<UsageFilter> {
  const tagged = tag === undefined ? undefined : await idsOfTagged(tenant, tag)
  if (executionId === undefined) return { ...filter, executionIds: tagged }
  const isMeant = tagged?.includes(executionId) ?? true
  return { ...filter, executionIds: isMeant ? [executionId] : [] }
}

async function marked(tenant: Tenant, rows: readonly UsageRow[]): Promise<api.UsageRecord[]> {
  const ids = new Set(rows.flatMap((row) => row.execution_id ?? []))
  const marks = await findMarks(tenant, [...ids])
  return rows.map((row) => present(row, row.execution_id ? marks.get(row.execution_id) : undefined))
}

const present = (row: UsageRow, marks: Marks | undefined): api.UsageRecord => ({
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
  completion_tokens: row.completion_tokens,
  total_tokens: row.total_tokens,
  cost_in_dollars: row.cost_in_dollars,
  workflow_execution_id: row.execution_id,
  tag: marks?.tag ?? null,
  executed_at: marks ? presentTime(marks.at) : null,
  created_at: presentTime(row.created_at),
  modified_at: presentTime(row.modified_at),
})
