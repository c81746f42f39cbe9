import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import type { Context } from '../../../platform/context.ts'
import type { FileSource } from '../../workflows/workflows.port.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { logExecution } from '../log-execution.ts'
import type { Judging } from './is-known.ts'
import type { Picks } from './pick-by-time.ts'
import type { Spread } from './spread.ts'

/** An execution that is given the files of its source, and how far that is. */
export type Filling = Judging & {
  readonly execution: ExecutionRow
  readonly settings: FileSource
  readonly connector: FileConnector
  readonly signal: AbortSignal
  /** How many are taken at most, by a run as by what a trial tells of it. */
  readonly most: number
  readonly trial: Trial | undefined
  /** Where the first to be taken may be the last that is listed. */
  readonly picks: Picks | undefined
  position: number
  added: number
  skipped: number
}

/** Takes a few files from the whole breadth of its source. */
export type Trial = {
  readonly files: number
  readonly spread: Spread<FileEntry>
  /** How many files a whole run would take. */
  expected: number
}

/** Of the source, in the logs of the execution. */
export function say(
  ctx: Context,
  { execution }: Filling,
  log: string,
  level?: 'WARN' | 'ERROR',
): void {
  const { organization_id: organizationId, id: executionId } = execution
  logExecution(ctx, { organizationId, executionId, stage: 'SOURCE', log, ...(level && { level }) })
}
