import type { ExecutionEntity, ExecutionStatus } from '@recto/contract/executions'
import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { type Found, pageOfExecutions, pageOfFiles, type Window } from './executions.reads.ts'
import type { ExecutionRow } from './executions.store.ts'
import type { FileExecutionRow } from './file-executions.store.ts'
import { getExecution } from './get-execution.ts'

type Ordered = Window & { readonly ordering: string }

type Input = Ordered & {
  readonly actor: Actor
  readonly entity?: ExecutionEntity | undefined
  readonly statuses?: readonly ExecutionStatus[] | undefined
  readonly after?: Date | undefined
  readonly before?: Date | undefined
  /** A pipeline, or an API deployment. */
  readonly pipelineId?: string | undefined
}

export async function listExecutions(
  ctx: Pick<Context, 'db'>,
  { actor, page, pageSize, ordering, ...filter }: Input,
): Promise<Found<ExecutionRow>> {
  const window = { page, pageSize, ordering }
  return existing(await pageOfExecutions(tenantOf(ctx, actor), filter, window), page)
}

type FilesInput = Ordered & {
  readonly actor: Actor
  readonly executionId: string
  readonly statuses?: readonly ExecutionStatus[] | undefined
  readonly name?: string | undefined
}

export async function listFileExecutions(
  ctx: Pick<Context, 'db'>,
  { actor, page, pageSize, ordering, ...filter }: FilesInput,
): Promise<Found<FileExecutionRow>> {
  await getExecution(ctx, { actor, id: filter.executionId })
  const window = { page, pageSize, ordering }
  return existing(await pageOfFiles(tenantOf(ctx, actor), filter, window), page)
}

/** The first page of an empty list exists; any page past the end does not. */
function existing<Row>(found: Found<Row>, page: number): Found<Row> {
  if (page > 1 && found.rows.length === 0) throw notFound('page')
  return found
}
