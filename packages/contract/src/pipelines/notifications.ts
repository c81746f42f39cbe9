import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { nameText } from '../wire/names.ts'
import { Paging, pageOf } from '../wire/paging.ts'
import { NoBody, SentNumber, Timestamp } from '../wire/wire.ts'

export const NotificationPlatform = z.enum(['SLACK', 'API'])
export type NotificationPlatform = z.output<typeof NotificationPlatform>
export const NotificationAuthorization = z.enum(['BEARER', 'API_KEY', 'CUSTOM_HEADER', 'NONE'])
export type NotificationAuthorization = z.output<typeof NotificationAuthorization>

export const Notification = z.object({
  id: z.uuid(),
  created_at: Timestamp,
  modified_at: Timestamp,
  name: z.string(),
  url: z.string().nullable(),
  notification_type: z.literal('WEBHOOK'),
  platform: NotificationPlatform.nullable(),
  authorization_type: NotificationAuthorization,
  authorization_key: z.string().nullable(),
  authorization_header: z.string().nullable(),
  max_retries: z.number().int(),
  is_active: z.boolean(),
  /** Notifies only about runs with failures. */
  notify_on_failures: z.boolean(),
  /** Signs each message: `X-Recto-Signature` is the HMAC-SHA256 of `{X-Recto-Timestamp}.{body}` under it. */
  signing_secret: z.string(),
  pipeline: z.uuid().nullable(),
  api: z.uuid().nullable(),
})
export type Notification = z.output<typeof Notification>

/** Clients write the owner that it has not as an empty text. */
const Owner = z
  .union([z.uuid(), z.literal('')])
  .nullable()
  .transform((id) => id || null)
const Text = z.string().max(255).nullable()
const Retries = SentNumber.pipe(z.number().int().min(0).max(4))

const NotificationFields = z.object({
  name: nameText(255),
  url: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .nullable(),
  notification_type: z.literal('WEBHOOK'),
  platform: NotificationPlatform.nullable(),
  authorization_type: NotificationAuthorization,
  authorization_key: Text,
  authorization_header: Text,
  max_retries: Retries,
  is_active: z.boolean(),
  notify_on_failures: z.boolean(),
  pipeline: Owner,
  api: Owner,
})

/** With `of_budget` it notifies of the organization's monthly budget, and has no other owner. */
const NewNotification = NotificationFields.extend({ of_budget: z.boolean() }).partial().required({
  notification_type: true,
  authorization_type: true,
})
export type NewNotification = z.output<typeof NewNotification>

const NotificationChanges = NotificationFields.partial()
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
