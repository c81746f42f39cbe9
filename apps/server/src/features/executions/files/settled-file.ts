import type { UsageSum } from '../../usage/usage.port.ts'
import type { ExecutionRow } from '../executions.store.ts'
import type { FileExecutionRow } from './file-executions.store.ts'

/** A file as those see it who read its result. */
export type FileWithResult = Pick<
  FileExecutionRow,
  | 'id'
  | 'file_name'
  | 'file_hash'
  | 'status'
  | 'error'
  | 'result'
  | 'pages'
  | 'started_at'
  | 'finished_at'
> & {
  /** What was read of it waits for people; absent of a settled one. */
  readonly is_in_review?: boolean
}

/** A file that was just settled, and its execution as it is by that. */
export type SettledFile = {
  readonly execution: ExecutionRow
  readonly file: FileWithResult
  /** What its calls have used. */
  readonly used: readonly UsageSum[]
}
