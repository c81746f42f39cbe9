import { notificationLimits } from '@recto/contract/wire/limits'
import { signMessage } from '@recto/provider-spec/sign-message'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { RefusedAddressError } from '../../../platform/outbound/checked-lookup.ts'
import {
  type ClaimedWorkItem,
  findPoisonReason,
  type Lease,
} from '../../../platform/work/work-queue.ts'
import { findNotification, type NotificationRow } from '../notifications.store.ts'
import { readClubInterval } from './club-interval.ts'
import {
  type AttemptOutcome,
  combineDeliveries,
  type DeliveryRow,
  findHeldDelivery,
  isOldestWaiting,
  postponeDelivery,
  recordAttempt,
} from './deliveries.store.ts'
import { messageFor } from './present-message.ts'

type SendDeliveryDependencies = Pick<Context, 'db' | 'vault' | 'publicFetch'>

/** Sends a message that a worker holds. */
export async function sendHeldDelivery(
  ctx: SendDeliveryDependencies,
  item: ClaimedWorkItem,
  lease: Lease,
): Promise<void> {
  const delivery = await findHeldDelivery(ctx, { id: item.id, workerId: lease.workerId })
  if (!delivery) return
  const poisonReason = findPoisonReason(item)
  if (poisonReason) {
    const tenant: Tenant = { db: ctx.db, organizationId: delivery.organization_id }
    await recordAttempt(
      tenant,
      delivery,
      dead(`The worker ${poisonReason} while sending it.`, null),
    )
    return
  }
  const combinedDelivery = await combineWithOthers(ctx, delivery)
  if (!combinedDelivery) return
  await lease.assertHeld()
  await sendDelivery(ctx, combinedDelivery)
}

/**
 * Returns the message with the other runs that ended within the interval of the organization;
 * undefined while the interval lasts, for which the message waits.
 */
async function combineWithOthers(
  { db }: SendDeliveryDependencies,
  delivery: DeliveryRow,
): Promise<DeliveryRow | undefined> {
  const { organization_id: organizationId, execution_id, attempts, created_at, payload } = delivery
  if (execution_id === null || attempts > 0 || payload.batch !== undefined) return delivery
  const tenant: Tenant = { db, organizationId }
  const seconds = await readClubInterval(tenant)
  if (seconds === 0) return delivery
  const dueAt = new Date(created_at.getTime() + seconds * 1000)
  const isDue = dueAt <= new Date()
  if (isDue && (await isOldestWaiting(tenant, delivery))) return combineDeliveries(tenant, delivery)
  await postponeDelivery(tenant, delivery, isDue ? nextLook() : dueAt)
  return undefined
}

/** Returns when the oldest message has taken the others along, or was tried. */
const nextLook = () => new Date(Date.now() + 5000)

/** Sends a message that this process holds, and records the outcome. */
export async function sendDelivery(
  ctx: SendDeliveryDependencies,
  delivery: DeliveryRow,
): Promise<DeliveryRow | undefined> {
  const tenant: Tenant = { db: ctx.db, organizationId: delivery.organization_id }
  const notification = await findNotification(tenant, delivery.notification_id)
  if (!notification?.url) {
    return recordAttempt(tenant, delivery, dead('The notification has no address.', null))
  }
  const reply = await post(ctx, notification, delivery)
  return recordAttempt(tenant, delivery, judge(notification, delivery, reply))
}

type ReceiverReply =
  | { readonly status: number }
  | { readonly error: string; readonly isFinal: boolean }

/** Posts a signed message with a timeout; addresses that users may not reach are refused. */
async function post(
  { vault, publicFetch }: SendDeliveryDependencies,
  notification: NotificationRow,
  { id, payload }: DeliveryRow,
): Promise<ReceiverReply> {
  const body = JSON.stringify(messageFor(notification.platform, payload))
  try {
    const response = await publicFetch(notification.url ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-recto-delivery': id,
        ...signMessage(vault.open(notification.sealed_secret), body),
        ...proofOf(vault, notification),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(notificationLimits.seconds * 1000),
    })
    await response.body?.cancel()
    return { status: response.status }
  } catch (error) {
    const cause = (error as Error).cause instanceof Error ? (error as Error).cause : error
    const isFinal = error instanceof RefusedAddressError || cause instanceof RefusedAddressError
    return { error: describeFailure(cause), isFinal }
  }
}

function proofOf(
  vault: Context['vault'],
  { authorization_type: type, authorization_header: header, sealed_key }: NotificationRow,
): Record<string, string> {
  if (type === 'NONE' || sealed_key === null) return {}
  const key = vault.open(sealed_key)
  if (type === 'CUSTOM_HEADER') return header ? { [header]: key } : {}
  return { authorization: type === 'BEARER' ? `Bearer ${key}` : key }
}

const dead = (error: string, statusCode: number | null): AttemptOutcome => ({
  state: 'DEAD',
  statusCode,
  error,
})

/**
 * Decides the outcome of an attempt. A failed message is retried as often as the notification
 * allows: after 10, 20, 40, 80 seconds.
 */
function judge(
  { max_retries }: NotificationRow,
  { attempts }: DeliveryRow,
  reply: ReceiverReply,
): AttemptOutcome {
  if ('status' in reply && reply.status >= 200 && reply.status < 300) {
    return { state: 'DELIVERED', statusCode: reply.status, error: null }
  }
  const statusCode = 'status' in reply ? reply.status : null
  const error = 'status' in reply ? `The receiver responded with ${reply.status}.` : reply.error
  const isFinal = 'isFinal' in reply && reply.isFinal
  // An attempt that ended with its worker was not counted.
  if (isFinal || attempts >= max_retries) return dead(error, statusCode)
  const waitSeconds = notificationLimits.firstRetrySeconds * 2 ** attempts
  return { state: 'WAITING', statusCode, error, waitSeconds }
}
