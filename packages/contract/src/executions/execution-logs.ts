import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Paging, pageOf } from '../wire/paging.ts'
import { Timestamp } from '../wire/wire.ts'

/** Log levels in order of increasing severity. */
export const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
export const LogLevel = z.enum(logLevels)
export type LogLevel = z.output<typeof LogLevel>

/** Something that an execution said, of itself or of one of its files. */
export const ExecutionLog = z.object({
  id: z.uuid(),
  execution_id: z.uuid(),
  wf_execution: z.uuid(),
  file_execution: z.uuid().nullable(),
  event_time: Timestamp,
  data: z.object({
    type: z.literal('LOG'),
    stage: z.string(),
    level: LogLevel,
    log: z.string(),
    /** Epoch seconds. */
    timestamp: z.number(),
    step: z.null(),
    iteration: z.null(),
    iteration_total: z.null(),
    cost_type: z.null(),
    cost_units: z.null(),
    cost_value: z.null(),
    execution_id: z.uuid(),
    file_execution_id: z.uuid().nullable(),
    organization_id: z.string(),
  }),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type ExecutionLog = z.output<typeof ExecutionLog>

const ExecutionId = z.object({ id: z.uuid() })

const ExecutionLogQuery = Paging.extend({
  /** `null` as a text: what the execution says of itself. */
  file_execution_id: z.union([z.uuid(), z.literal('null')]).optional(),
  /** This one and the more severe ones. */
  log_level: LogLevel.optional(),
  ordering: z.enum(['event_time', '-event_time']).default('event_time'),
})
export type ExecutionLogQuery = z.output<typeof ExecutionLogQuery>

export const listExecutionLogs = endpoint({
  method: 'GET',
  path: '/execution/:id/logs/',
  who: 'member',
  params: ExecutionId,
  query: ExecutionLogQuery,
  reply: pageOf(ExecutionLog),
})

const ExecutionLogExportQuery = ExecutionLogQuery.omit({ page: true, page_size: true }).extend({
  file_format: z.enum(['json', 'csv']).default('json'),
})

/** The whole log as a file; 413 if it has more than 50,000 lines. */
export const exportExecutionLogs = endpoint({
  method: 'GET',
  path: '/execution/:id/logs/export/',
  who: 'member',
  exportsData: true,
  params: ExecutionId,
  query: ExecutionLogExportQuery,
  reply: z.never(),
})

/** The same at the address that older lists of executions know. */
export const listLogsOfRun = endpoint({
  ...listExecutionLogs,
  path: '/workflow/execution/:id/logs/',
})
