import { z } from 'zod'
import { defineEvent } from '../../platform/events/events.ts'
import type { ExecutionRow } from './executions.store.ts'

export function isFinished({ status }: Pick<ExecutionRow, 'status'>): boolean {
  return status !== 'PENDING' && status !== 'EXECUTING'
}

type RunTimes = {
  readonly started_at: Date | null
  readonly finished_at: Date | null
  /** It has waited for people since then; it is null or absent while it does not. */
  readonly paused_at?: Date | null
  /** It waited for people for so many seconds before. */
  readonly paused_seconds: number
}

/**
 * Returns the duration of a run or a file; while it is unfinished, the time so far. The time in which
 * it only waited for people does not count.
 */
export function getDurationSeconds(times: RunTimes): number {
  const { started_at: from, finished_at: finishedAt, paused_at: pausedAt } = times
  if (!from) return 0
  const to = finishedAt ?? pausedAt ?? new Date()
  return Math.max(0, (to.getTime() - from.getTime()) / 1000 - times.paused_seconds)
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
