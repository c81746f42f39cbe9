import type { Tenant } from '../../../platform/db/database.ts'
import { getDurationSeconds, isFinished } from '../execution-state.ts'
import { getPathOrName } from '../file-names.ts'
import { type LogDependencies, logExecution, logExecutionEnded } from '../log-execution.ts'
import type { ClaimedFile, FinishedFile } from './run-file.store.ts'

type Owner = Pick<Tenant, 'organizationId'>

export function logFileStarted(
  ctx: LogDependencies,
  { organizationId }: Owner,
  { file }: ClaimedFile,
): void {
  logExecution(ctx, {
    organizationId,
    executionId: file.execution_id,
    fileId: file.id,
    stage: 'TOOL',
    log: `Processing “${getPathOrName(file)}”.`,
  })
}

/** Logs the outcome of a file and, with the last file, the end of the execution. */
export function logFileFinished(
  ctx: LogDependencies,
  { organizationId }: Owner,
  { execution, file, isReused }: FinishedFile,
): void {
  const executionFields = { organizationId, executionId: execution.id }
  const name = `“${getPathOrName(file)}”`
  const seconds = getDurationSeconds(file).toFixed(1)
  const failure = file.status === 'ERROR' ? `${name} failed: ${file.error}` : undefined
  if (isReused) {
    logExecution(ctx, {
      ...executionFields,
      fileId: file.id,
      stage: 'TOOL',
      log: `${name} was not read again: the result of an earlier execution was used.`,
    })
  }
  logExecution(ctx, {
    ...executionFields,
    fileId: file.id,
    stage: 'TOOL',
    ...(failure
      ? { level: 'ERROR', log: failure }
      : { log: `Processed ${name} in ${seconds} seconds.` }),
  })
  if (!failure && file.error) {
    logExecution(ctx, {
      ...executionFields,
      fileId: file.id,
      stage: 'TOOL',
      level: 'WARN',
      log: file.error,
    })
  }
  if (isFinished(execution)) logExecutionEnded(ctx, organizationId, execution)
}
