import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { changeShape, newShape, replyShape } from '../wire/fields.ts'
import { Paging, pageOf } from '../wire/paging.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'
import { NotificationOwnerId, notificationFields } from './notification-fields.ts'

export const Notification = z.object({
  id: z.uuid(),
  created_at: Timestamp,
  modified_at: Timestamp,
  notification_type: z.literal('WEBHOOK'),
  ...replyShape(notificationFields),
  /** Signs each message: `X-Recto-Signature` is the HMAC-SHA256 of `{X-Recto-Timestamp}.{body}` under it. */
  signing_secret: z.string(),
})
export type Notification = z.output<typeof Notification>

/** With `of_budget` it notifies of the organization's monthly budget, and has no other owner. */
const NewNotification = z.object({
  ...newShape(notificationFields),
  notification_type: z.literal('WEBHOOK'),
  of_budget: z.boolean().optional(),
})
export type NewNotification = z.output<typeof NewNotification>

const NotificationChanges = z.object({
  ...changeShape(notificationFields),
  notification_type: z.literal('WEBHOOK').optional(),
  api: NotificationOwnerId.optional(),
  pipeline: NotificationOwnerId.optional(),
})
export type NotificationChanges = z.output<typeof NotificationChanges>

const NotificationId = z.object({ id: z.uuid() })

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications/',
  who: 'member',
  showsKeys: true,
  reply: z.array(Notification),
})

export const listNotificationsOfDeployment = endpoint({
  method: 'GET',
  path: '/notifications/api/:id/',
  who: 'member',
  showsKeys: true,
  params: NotificationId,
  reply: z.array(Notification),
})

export const listNotificationsOfPipeline = endpoint({
  ...listNotificationsOfDeployment,
  path: '/notifications/pipeline/:id/',
})

export const listNotificationsOfBudget = endpoint({
  method: 'GET',
  path: '/notifications/budget/',
  who: 'admin',
  showsKeys: true,
  reply: z.array(Notification),
})

/** In seconds; 0, ours, sends a message for each run. */
const ClubInterval = z.union([
  z.literal(0),
  z
    .number()
    .int()
    .min(60)
    .max(2 * 60 * 60),
])

const NotificationSettings = z.object({ club_interval_seconds: ClubInterval })

/** Runs that end within the interval are told of in one message. */
export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/notifications/settings/',
  who: 'admin',
  reply: NotificationSettings,
})

export const changeNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/notifications/settings/',
  who: 'admin',
  bodySize: 'small',
  refusals: 'detail',
  body: NotificationSettings.partial(),
  reply: NotificationSettings,
})

export const createNotification = endpoint({
  method: 'POST',
  path: '/notifications/',
  who: 'member',
  showsKeys: true,
  status: 201,
  body: NewNotification,
  reply: Notification,
})

export const getNotification = endpoint({
  method: 'GET',
  path: '/notifications/:id/',
  who: 'member',
  showsKeys: true,
  params: NotificationId,
  reply: Notification,
})

/** The whole row may come back; whose it is cannot be changed. */
export const updateNotification = endpoint({
  method: 'PUT',
  path: '/notifications/:id/',
  who: 'member',
  showsKeys: true,
  params: NotificationId,
  body: NotificationChanges,
  reply: Notification,
})

export const patchNotification = endpoint({ ...updateNotification, method: 'PATCH' })

export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/notifications/:id/',
  who: 'member',
  status: 204,
  params: NotificationId,
  reply: NoBody,
})

/** One message of a notification. */
export const NotificationDelivery = z.object({
  id: z.uuid(),
  execution_id: z.uuid().nullable(),
  /** Status of the run; `TEST` for a test message. */
  status: z.string(),
  state: z.enum(['WAITING', 'DELIVERED', 'DEAD']),
  attempts: z.number().int(),
  /** Last response of the receiver. */
  status_code: z.number().int().nullable(),
  error: z.string().nullable(),
  next_try_at: Timestamp.nullable(),
  created_at: Timestamp,
  ended_at: Timestamp.nullable(),
})
export type NotificationDelivery = z.output<typeof NotificationDelivery>

/** Sends a test at once, whether the notification is active or not, and says what came of it. */
export const testNotification = endpoint({
  method: 'POST',
  path: '/notifications/:id/test/',
  who: 'member',
  params: NotificationId,
  reply: NotificationDelivery,
})

/** Its messages, newest first: `state=DEAD` are those that were given up. */
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/notifications/:id/deliveries/',
  who: 'member',
  params: NotificationId,
  query: Paging.extend({ state: NotificationDelivery.shape.state.optional() }),
  reply: pageOf(NotificationDelivery),
})

/** Sends a message that was given up again. */
export const repeatDelivery = endpoint({
  method: 'POST',
  path: '/notifications/:id/deliveries/:delivery_id/repeat/',
  who: 'member',
  params: z.object({ id: z.uuid(), delivery_id: z.uuid() }),
  reply: NotificationDelivery,
})
