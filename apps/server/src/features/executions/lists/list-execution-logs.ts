import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  type ExecutionLogRow,
  type LogFilter,
  pageOfLogs,
  writeLogs,
} from '../execution-logs.store.ts'
import { getExecution } from '../get-execution.ts'
import type { Found } from './executions.reads.ts'

type Input = LogFilter & {
  readonly actor: Actor
  readonly page: number
  readonly pageSize: number
  readonly direction: 'asc' | 'desc'
}

/** What an execution has said so far: as much of its documents as whoever opens it may see. */
export async function listExecutionLogs(
  ctx: Pick<Context, 'db' | 'batchedWrites'>,
  { actor, page, pageSize, direction, ...filter }: Input,
): Promise<Found<ExecutionLogRow>> {
  await getExecution(ctx, { actor, id: filter.executionId }, 'open')
  await ctx.batchedWrites.flush(writeLogs)
  const found = await pageOfLogs(tenantOf(ctx, actor), filter, { page, pageSize, direction })
  if (page > 1 && found.rows.length === 0) throw notFound('page')
  return found
}
