import type { Context } from '../../platform/context.ts'
import { startMailSender } from '../../platform/mail/start-mail-sender.ts'
import { backgroundTasks } from './background-tasks.ts'
import type { RunningProcess } from './run-process.ts'

/**
 * Runs schedules and sends queued messages. Any number of processes may do so, because due work is
 * claimed.
 */
export function runSchedules({ onStop }: Pick<RunningProcess, 'onStop'>, ctx: Context): void {
  onStop(startMailSender(ctx))
  for (const start of backgroundTasks) onStop(start(ctx))
}
