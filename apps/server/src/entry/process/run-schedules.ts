import type { Context } from '../../platform/context.ts'
import { startMailSender } from '../../platform/mail/start-mail-sender.ts'
import type { Running } from './run-process.ts'
import { watchers } from './watchers.ts'

/** Starts what is due and sends what waits. Any number of processes may: what is due is claimed. */
export function runSchedules({ onStop }: Pick<Running, 'onStop'>, ctx: Context): void {
  onStop(startMailSender(ctx))
  for (const start of watchers) onStop(start(ctx))
}
