import { startUsageReporter } from '../../features/billing/metering/usage-reporter.ts'
import { startAppSweeper } from '../../features/chat-apps/documents/app-sweeper.ts'
import { startNotificationSender } from '../../features/notifications/deliveries/notification-sender.ts'
import { startScheduler } from '../../features/pipelines/schedule/scheduler.ts'
import { startSimpleSweeper } from '../../features/simple-studio/removal/simple-sweeper.ts'
import type { Context } from '../../platform/context.ts'

/** What looks for due work of its own as long as its process runs; each returns what ends it. */
export const watchers: readonly ((ctx: Context) => () => Promise<void>)[] = [
  startNotificationSender,
  startScheduler,
  startSimpleSweeper,
  startAppSweeper,
  startUsageReporter,
]
