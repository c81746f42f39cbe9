import { AppError, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { recordExport } from '../../organizations/organizations.port.ts'
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

/** Above this number of lines, a log is read page by page. */
const maxExportedLines = 50_000

/** Returns the whole log of an execution, and records that the actor took it. */
export async function exportExecutionLogs(
  ctx: Pick<Context, 'db' | 'batchedWrites'>,
  { actor, ...request }: Omit<ListLogsRequest, 'page' | 'pageSize'>,
): Promise<readonly ExecutionLogRow[]> {
  const pageRequest = { page: 1, pageSize: maxExportedLines }
  const { count, rows } = await listExecutionLogs(ctx, { actor, ...request, ...pageRequest })
  if (count > maxExportedLines) {
    const detail = `The log has ${count} lines, and at most ${maxExportedLines} can be exported. Filter by level or file.`
    throw new AppError('too-large', [{ code: 'too_large', detail, attr: null }])
  }
  const { executionId: id } = request
  const subject = { type: 'execution', id, name: 'Log' }
  await recordExport(tenantOf(ctx, actor), actor, { ...subject, after: { lines: count } })
  return rows
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
