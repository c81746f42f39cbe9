import {
  notificationFields,
  notificationSettings,
} from '@recto/contract/pipelines/notification-fields'
import type * as api from '@recto/contract/pipelines/notifications'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { fromWire, wireNamesOf } from '@recto/contract/wire/fields'
import type { Context } from '../../platform/context.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../platform/wire-format.ts'
import type { DeliveryRow } from './deliveries/deliveries.store.ts'
import type { NotificationRow } from './notifications.store.ts'

export const toNotificationRefusal = rethrowWithWireFields(wireNamesOf(notificationFields))

export const notificationChanges = (body: api.NotificationChanges) =>
  fromWire(notificationSettings, body)

export const newNotification = (body: api.NewNotification) => ({
  ...fromWire(notificationFields, body),
  isOfBudget: body.of_budget ?? false,
})

/** Presents a notification with the credentials for its URL, for those who manage it. */
export const presentNotification = (
  { vault }: Pick<Context, 'vault'>,
  row: NotificationRow,
): api.Notification => ({
  id: row.id,
  created_at: presentTime(row.created_at),
  modified_at: presentTime(row.modified_at),
  ...presentFields(notificationFields, row),
  notification_type: 'WEBHOOK',
  authorization_key: row.sealed_key && vault.open(row.sealed_key),
  signing_secret: vault.open(row.sealed_secret),
})

export const presentDelivery = (row: DeliveryRow): api.NotificationDelivery => ({
  id: row.id,
  execution_id: row.execution_id,
  status: String(row.payload.status),
  state: row.state,
  attempts: row.attempts,
  status_code: row.status_code,
  error: row.last_error,
  next_try_at: row.next_try_at && presentTime(row.next_try_at),
  created_at: presentTime(row.created_at),
  ended_at: row.ended_at && presentTime(row.ended_at),
})

export const presentNotificationSettings = (
  seconds: number,
): EndpointReply<typeof api.getNotificationSettings> => ({ club_interval_seconds: seconds })
