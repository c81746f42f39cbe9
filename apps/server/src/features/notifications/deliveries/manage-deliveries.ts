import { badRequest, conflict, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { workWaitingEvent } from '../../../platform/work/announce-work.ts'
import { getNotification } from '../manage-notifications.ts'
import {
  type DeliveryRow,
  insertTest,
  pageOfDeliveries,
  reviveDelivery,
} from './deliveries.store.ts'
import { sendDelivery } from './send-delivery.ts'

type ManageDeliveriesScope = { readonly actor: Actor; readonly id: string }

/** Sends a test message and waits for the reply; it is not retried. */
export async function testNotification(
  ctx: Pick<Context, 'db' | 'vault' | 'publicFetch'>,
  { actor, id }: ManageDeliveriesScope,
): Promise<DeliveryRow> {
  const notification = await getNotification(ctx, { actor, id })
  if (!notification.url) throw badRequest('The notification has no address.')
  const test = await insertTest(tenantOf(ctx, actor), id, {
    type: 'TEST',
    pipeline_name: notification.name,
    status: 'TEST',
  })
  const delivery = await sendDelivery(ctx, { ...test, attempts: Number.MAX_SAFE_INTEGER })
  if (!delivery) throw notFound('notification')
  return delivery
}

type ManageDeliveriesOptions = ManageDeliveriesScope & {
  readonly state?: DeliveryRow['state'] | undefined
  readonly page: number
  readonly pageSize: number
}

export async function listDeliveries(
  ctx: Pick<Context, 'db'>,
  { actor, id, ...filter }: ManageDeliveriesOptions,
) {
  await getNotification(ctx, { actor, id })
  const page = await pageOfDeliveries(tenantOf(ctx, actor), { notificationId: id, ...filter })
  if (filter.page > 1 && page.rows.length === 0) throw notFound('page')
  return page
}

/** Repeats a delivery that was given up; other deliveries are never sent again. */
export async function repeatDelivery(
  ctx: Pick<Context, 'db' | 'events'>,
  { actor, id, deliveryId }: ManageDeliveriesScope & { readonly deliveryId: string },
): Promise<DeliveryRow> {
  await getNotification(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  const delivery = await reviveDelivery(tenant, { notificationId: id, id: deliveryId })
  if (!delivery) throw conflict('Only a message that could not be delivered can be sent again.')
  await ctx.events.publish(tenant.db, workWaitingEvent, { slots: 'jobs' })
  return delivery
}
