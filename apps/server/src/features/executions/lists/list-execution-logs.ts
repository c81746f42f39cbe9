import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  type ExecutionLogRow,
  findLogPage,
  type LogFilter,
  writeLogs,
} from '../execution-logs.store.ts'
import { getExecution } from '../get-execution.ts'
import type { ResultPage } from './executions.reads.ts'

type ListLogsRequest = LogFilter & {
  readonly actor: Actor
  readonly page: number
  readonly pageSize: number
  readonly direction: 'asc' | 'desc'
}

/**
 * Lists the log of an execution. Log lines quote documents, so the actor needs access to the files.
 */
export async function listExecutionLogs(
  ctx: Pick<Context, 'db' | 'batchedWrites'>,
  { actor, page, pageSize, direction, ...filter }: ListLogsRequest,
): Promise<ResultPage<ExecutionLogRow>> {
  await getExecution(ctx, { actor, id: filter.executionId }, 'open')
  await ctx.batchedWrites.flush(writeLogs)
  const logPage = await findLogPage(tenantOf(ctx, actor), filter, { page, pageSize, direction })
  if (page > 1 && logPage.rows.length === 0) throw notFound('page')
  return logPage
}
