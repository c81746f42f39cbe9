import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { defineEvent } from '../../../platform/events/events.ts'
import { startQueueSender } from '../../../platform/events/queue-sender.ts'
import { claimDeliveries, deleteOldDeliveries } from './deliveries.store.ts'
import { sendDelivery } from './send-delivery.ts'

/** A message is waiting; the database trigger that creates messages publishes this event, too. */
export const notificationWaiting = defineEvent({
  name: 'notification.waiting',
  payload: z.object({}),
})

type StartNotificationSenderDependencies = Pick<
  Context,
  'db' | 'vault' | 'publicFetch' | 'events' | 'log'
>

const batchSize = 10

/** Sends due messages while this worker runs. Returns a function that stops it. */
export function startNotificationSender(
  ctx: StartNotificationSenderDependencies,
): () => Promise<void> {
  return startQueueSender(ctx, {
    event: notificationWaiting,
    failureMessage: 'failed to send notifications',
    async sendBatch() {
      await deleteOldDeliveries(ctx)
      const due = await claimDeliveries(ctx, batchSize)
      await Promise.all(due.map((one) => sendDelivery(ctx, one)))
      return due.length > 0
    },
  })
}
