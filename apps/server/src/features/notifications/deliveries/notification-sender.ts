import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { defineEvent } from '../../../platform/events/events.ts'
import { sendWaiting } from '../../../platform/events/send-waiting.ts'
import { claimDeliveries, forgetOldDeliveries } from './deliveries.store.ts'
import { sendDelivery } from './send-delivery.ts'

/** There is something to send; the trigger that makes messages says so too. */
export const notificationWaiting = defineEvent({
  name: 'notification.waiting',
  payload: z.object({}),
})

type Needs = Pick<Context, 'db' | 'vault' | 'publicFetch' | 'events' | 'log'>

const atOnce = 10

/** Sends what is due, as long as this worker runs. Returns what ends it. */
export function startNotificationSender(ctx: Needs): () => Promise<void> {
  return sendWaiting(ctx, {
    news: notificationWaiting,
    trouble: 'notifications wait',
    async sendSome() {
      await forgetOldDeliveries(ctx)
      const due = await claimDeliveries(ctx, atOnce)
      await Promise.all(due.map((one) => sendDelivery(ctx, one)))
      return due.length > 0
    },
  })
}
