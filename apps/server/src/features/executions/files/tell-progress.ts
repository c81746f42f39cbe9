import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isFinished } from '../is-finished.ts'
import { logExecution } from '../log-execution.ts'
import { secondsOf } from '../present-duration.ts'
import type { HeldFile } from './leased-files.store.ts'
import type { SettledFile } from './settled-file.ts'

type Needs = Pick<Context, 'batchedWrites'>
type Owner = Pick<Tenant, 'organizationId'>

export function tellBegun(ctx: Needs, { organizationId }: Owner, { file }: HeldFile): void {
  logExecution(ctx, {
    organizationId,
    executionId: file.execution_id,
    fileId: file.id,
    stage: 'TOOL',
    log: `Processing “${file.file_name}”.`,
  })
}

/** What became of a file, and of the execution with the last one. */
export function tellSettled(
  ctx: Needs,
  { organizationId }: Owner,
  { execution, file }: SettledFile,
): void {
  const about = { organizationId, executionId: execution.id }
  const name = `“${file.file_name}”`
  const seconds = secondsOf(file).toFixed(1)
  const failure = file.status === 'ERROR' ? `${name} failed: ${file.error}` : undefined
  logExecution(ctx, {
    ...about,
    fileId: file.id,
    stage: 'TOOL',
    ...(failure
      ? { level: 'ERROR', log: failure }
      : { log: `Processed ${name} in ${seconds} seconds.` }),
  })
  if (!failure && file.error) {
    logExecution(ctx, { ...about, fileId: file.id, stage: 'TOOL', level: 'WARN', log: file.error })
  }
  if (isFinished(execution)) tellEnd(ctx, organizationId, execution)
}

type Ended = SettledFile['execution']

export function tellEnd(ctx: Needs, organizationId: number, execution: Ended): void {
  const { successful_files: good, failed_files: bad, skipped_files: known } = execution
  const parts = [`${good} processed`, `${bad} failed`, ...(known ? [`${known} known before`] : [])]
  logExecution(ctx, {
    organizationId,
    executionId: execution.id,
    level: bad > 0 ? 'WARN' : 'INFO',
    stage: 'FINALIZE',
    log: `The execution ended as ${execution.status}: ${parts.join(', ')}.`,
  })
}
