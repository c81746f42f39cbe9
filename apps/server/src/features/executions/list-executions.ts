import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  type ExecutionFilter,
  type FileFilter,
  type Found,
  type Page,
  pageOfExecutions,
  pageOfFiles,
} from './executions.reads.ts'
import type { ExecutionRow } from './executions.store.ts'
import type { FileExecutionRow } from './file-executions.store.ts'
import { getExecution } from './get-execution.ts'

type Input<Filter, By> = Page<By> & Filter & { readonly actor: Actor }

export async function listExecutions(
  ctx: Pick<Context, 'db'>,
  { actor, page, pageSize, order, ...filter }: Input<ExecutionFilter, 'createdAt' | 'duration'>,
): Promise<Found<ExecutionRow>> {
  const window = { page, pageSize, order }
  return existing(await pageOfExecutions(tenantOf(ctx, actor), filter, window), page)
}

export async function listFileExecutions(
  ctx: Pick<Context, 'db'>,
  { actor, page, pageSize, order, ...filter }: Input<FileFilter, 'createdAt' | 'duration' | 'size'>,
): Promise<Found<FileExecutionRow>> {
  await getExecution(ctx, { actor, id: filter.executionId })
  const window = { page, pageSize, order }
  return existing(await pageOfFiles(tenantOf(ctx, actor), filter, window), page)
}

/** The first page of an empty list exists; any page past the end does not. */
function existing<Row>(found: Found<Row>, page: number): Found<Row> {
  if (page > 1 && found.rows.length === 0) throw notFound('page')
  return found
}
