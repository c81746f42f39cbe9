import type { Context } from '../../platform/context.ts'
import { timeOrderedId } from '../../platform/time-ordered-id.ts'
import { type StampedLine, writeLogs } from './execution-logs.store.ts'

type Line = Omit<StampedLine, 'id' | 'at' | 'stage'> & {
  readonly stage: 'INITIALIZE' | 'SOURCE' | 'TOOL' | 'DESTINATION' | 'FINALIZE'
}

/** For people who look on; a run neither waits for it nor depends on it. */
export function logExecution({ batchedWrites }: Pick<Context, 'batchedWrites'>, line: Line): void {
  batchedWrites.add(writeLogs, { ...line, id: timeOrderedId(), at: new Date().toISOString() })
}
