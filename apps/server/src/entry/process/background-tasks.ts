import { startUsageReporter } from '../../features/billing/metering/usage-reporter.ts'
import { startAppSweeper } from '../../features/chat-apps/documents/app-sweeper.ts'
import { startNotificationSender } from '../../features/notifications/deliveries/notification-sender.ts'
import { startScheduler } from '../../features/pipelines/schedule/scheduler.ts'
import { startSimpleSweeper } from '../../features/simple-studio/removal/simple-sweeper.ts'
import type { Context } from '../../platform/context.ts'

/**
 * Background tasks that poll for due work as long as the process runs; each returns a function that
 * stops it.
 */
export const backgroundTasks: readonly ((ctx: Context) => () => Promise<void>)[] = [
  startNotificationSender,
  startScheduler,
  startSimpleSweeper,
  startAppSweeper,
  startUsageReporter,
]
