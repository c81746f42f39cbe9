import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getExecution } from '../get-execution.ts'
import type { ExecutionFilter } from './execution-walks.reads.ts'
import {
  type ExecutionOrder,
  type FileExecutionFilter,
  type FileExecutionOrder,
  type Found,
  type ListedExecution,
  type ListedFile,
  type PageRequest,
  pageOfExecutions,
  pageOfFiles,
} from './executions.reads.ts'

type Input<Filter, By> = PageRequest<By> & Filter & { readonly actor: Actor }

export async function listExecutions(
  ctx: Pick<Context, 'db'>,
  { actor, page, pageSize, order, ...filter }: Input<ExecutionFilter, ExecutionOrder>,
): Promise<Found<ListedExecution>> {
  const window = { page, pageSize, order }
  return existing(await pageOfExecutions(tenantOf(ctx, actor), filter, window), page)
}

export async function listFileExecutions(
  ctx: Pick<Context, 'db'>,
  { actor, page, pageSize, order, ...filter }: Input<FileExecutionFilter, FileExecutionOrder>,
): Promise<Found<ListedFile>> {
  await getExecution(ctx, { actor, id: filter.executionId }, 'open')
  const window = { page, pageSize, order }
  return existing(await pageOfFiles(tenantOf(ctx, actor), filter, window), page)
}

/** The first page of an empty list exists; any page past the end does not. */
function existing<Row>(found: Found<Row>, page: number): Found<Row> {
  if (page > 1 && found.rows.length === 0) throw notFound('page')
  return found
}
