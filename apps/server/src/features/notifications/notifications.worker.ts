import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { openItemStore } from '../../platform/work/item-store.ts'
import { bindJob, defineJob, type PeriodicJob } from '../../platform/work/jobs.ts'
import type { WorkQueue } from '../../platform/work/work-queue.ts'
import { deleteOldDeliveries, deliveryTable } from './deliveries/deliveries.store.ts'
import { sendHeldDelivery } from './deliveries/send-delivery.ts'

export const notificationQueues: readonly WorkQueue<Context>[] = [
  {
    name: 'notifications/send-message',
    slotKind: 'jobs',
    ...openItemStore(deliveryTable),
    run: sendHeldDelivery,
  },
]

const purgeDeliveriesJob = defineJob({
  name: 'notifications/purge-messages',
  payload: z.object({}),
})

export const notificationPeriodicJobs: readonly PeriodicJob<Context>[] = [
  {
    cron: '23 * * * *',
    ...bindJob(purgeDeliveriesJob, async (ctx) => {
      while (await deleteOldDeliveries(ctx));
    }),
  },
]
