import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getExecution } from '../get-execution.ts'
import {
  type ExecutionOrder,
  type FileExecutionFilter,
  type FileExecutionOrder,
  findExecutionPage,
  findFilePage,
  type ListedExecution,
  type ListedFile,
  type PageRequest,
  type ResultPage,
} from './executions.reads.ts'
import type { ExecutionFilter } from './ordered-executions.reads.ts'

type ListRequest<Filter, Property> = PageRequest<Property> & Filter & { readonly actor: Actor }

export async function listExecutions(
  ctx: Pick<Context, 'db'>,
  { actor, page, pageSize, order, ...filter }: ListRequest<ExecutionFilter, ExecutionOrder>,
): Promise<ResultPage<ListedExecution>> {
  const pageRequest = { page, pageSize, order }
  const executionFilter = { ...filter, viewer: actor }
  const result = await findExecutionPage(tenantOf(ctx, actor), executionFilter, pageRequest)
  return assertPageExists(result, page)
}

export async function listFileExecutions(
  ctx: Pick<Context, 'db'>,
  { actor, page, pageSize, order, ...filter }: ListRequest<FileExecutionFilter, FileExecutionOrder>,
): Promise<ResultPage<ListedFile>> {
  await getExecution(ctx, { actor, id: filter.executionId }, 'open')
  const pageRequest = { page, pageSize, order }
  return assertPageExists(await findFilePage(tenantOf(ctx, actor), filter, pageRequest), page)
}

/** The first page of an empty list exists; any page past the end does not. */
function assertPageExists<Row>(result: ResultPage<Row>, page: number): ResultPage<Row> {
  if (page > 1 && result.rows.length === 0) throw notFound('page')
  return result
}
