import { omitUndefined } from '@recto/omit-undefined'
import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import type { Context } from '../../../platform/context.ts'
import type { FileSource } from '../../workflows/workflows.port.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { logExecution } from '../log-execution.ts'
import type { CompleteFiles } from './complete-files.ts'
import type { EvenSample } from './even-sample.ts'
import type { FilePicker } from './file-picker.ts'
import type { SkipRules } from './should-skip-file.ts'

/** State of adding the files of a source to an execution. */
export type SourceListing = SkipRules & {
  readonly execution: ExecutionRow
  readonly settings: FileSource
  /** By the hash of a plan: whether it does the same with a file as the plan of the execution. */
  readonly sameWorkByPlan: Map<string, boolean>
  readonly connector: FileConnector
  readonly signal: AbortSignal
  /** Maximum number of files of a run, also for the estimate of a dry run. */
  readonly maxFiles: number
  readonly trial: Trial | undefined
  /** Selects the first files by time; absent if the order does not matter. */
  readonly picker: FilePicker | undefined
  /** Holds back files that are still being written; absent if such files are taken as they are. */
  readonly completeFiles: CompleteFiles | undefined
  nextPosition: number
  /** Number of files of the source that do not match its settings, as far as it was listed. */
  unmatchedFiles: number
  addedFiles: number
  skippedFiles: number
  /** Number of the skipped files that have failed too often, and the first of them. */
  exhaustedFiles: number
  exhaustedPath: string | undefined
}

/** A dry run, which takes a few files from across the whole source. */
export type Trial = {
  readonly maxFiles: number
  readonly sample: EvenSample<FileEntry>
  /** Number of files that a whole run would process. */
  expectedFiles: number
}

/** Writes a line about the source to the log of the execution. */
export function logSource(
  ctx: Context,
  { execution }: SourceListing,
  text: string,
  level?: 'WARN' | 'ERROR',
): void {
  const { organization_id: organizationId, id: executionId } = execution
  logExecution(ctx, {
    organizationId,
    executionId,
    stage: 'SOURCE',
    log: text,
    ...omitUndefined({ level }),
  })
}
