import { z } from 'zod'
import { defineEvent } from '../../platform/events/events.ts'
import type { ExecutionRow } from './executions.store.ts'

export function isFinished({ status }: Pick<ExecutionRow, 'status'>): boolean {
  return status !== 'PENDING' && status !== 'EXECUTING'
}

type RunTimes = { readonly started_at: Date | null; readonly finished_at: Date | null }

/** Returns the duration of a run; while it is unfinished, the time so far. */
export function getDurationSeconds({ started_at: from, finished_at: to }: RunTimes): number {
  return from ? ((to ?? new Date()).getTime() - from.getTime()) / 1000 : 0
}

/** Formats the duration of a run as `H:MM:SS`. */
export function formatDuration(times: RunTimes): string {
  const seconds = Math.floor(getDurationSeconds(times))
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
}

/** Published when every file of the execution is finished, or the execution was stopped. */
export const executionFinished = defineEvent({
  name: 'execution.finished',
  payload: z.object({ executionId: z.uuid() }),
})
