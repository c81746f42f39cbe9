import type { LogLevel } from '@recto/contract/executions/execution-logs'
import { logLevels } from '@recto/contract/executions/execution-logs'
import { type Selectable, sql } from 'kysely'
import type { BatchedWrite } from '../../platform/db/batched-writes.ts'
import type { Tables, Tenant } from '../../platform/db/database.ts'

export type ExecutionLogRow = Selectable<Tables['execution_log']>

/** A log line with its id and time. */
export type ExecutionLogLine = {
  readonly id: string
  readonly at: string
  readonly organizationId: number
  readonly executionId: string
  /** File that the line is about; absent for lines about the execution itself. */
  readonly fileId?: string | undefined
  readonly level?: LogLevel
  readonly stage: string
  readonly log: string
}

const maxCharacters = 10_000

export const writeLogs: BatchedWrite<ExecutionLogLine> = {
  name: 'executions/write-logs',
  async write(db, lines) {
    const rows = JSON.stringify(
      lines.map(({ level = 'INFO', log, ...line }) => ({
        ...line,
        level,
        log: log.slice(0, maxCharacters).replaceAll('\0', ''),
      })),
    )
    await sql`
      insert into execution_log (id, organization_id, execution_id, file_execution_id, event_time,
        level, stage, log)
      select l.id, execution.organization_id, execution.id, l."fileId", l.at, l.level, l.stage, l.log
      from json_to_recordset(${rows}) as l (id uuid, "organizationId" integer, "executionId" uuid,
        "fileId" uuid, at timestamptz, level text, stage text, log text)
      join execution on execution.id = l."executionId"
        and execution.organization_id = l."organizationId"`.execute(db)
  },
}

export type LogFilter = {
  readonly executionId: string
  /** Null selects the lines about the execution itself. */
  readonly fileId?: string | null | undefined
  /** Minimum level of the lines. */
  readonly level?: LogLevel | undefined
}

type LogPageRequest = {
  readonly page: number
  readonly pageSize: number
  readonly direction: 'asc' | 'desc'
}

export async function findLogPage(
  { db, organizationId }: Tenant,
  { executionId, fileId, level }: LogFilter,
  { page, pageSize, direction }: LogPageRequest,
): Promise<{ readonly count: number; readonly rows: ExecutionLogRow[] }> {
  let query = db
    .selectFrom('execution_log')
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
  if (fileId === null) query = query.where('file_execution_id', 'is', null)
  else if (fileId) query = query.where('file_execution_id', '=', fileId)
  if (level) query = query.where('level', 'in', logLevels.slice(logLevels.indexOf(level)))
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('event_time', direction)
    .orderBy('id', direction)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { count, rows }
}
