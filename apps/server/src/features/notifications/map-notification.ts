import type * as api from '@recto/contract/pipelines/notifications'
import type { Context } from '../../platform/context.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../platform/wire-format.ts'
import type { DeliveryRow } from './deliveries/deliveries.store.ts'
import type { NotificationRow } from './notifications.store.ts'

export const toNotificationRefusal = rethrowWithWireFields({
  authorizationKey: 'authorization_key',
  authorizationHeader: 'authorization_header',
  deploymentId: 'api',
  pipelineId: 'pipeline',
})

export const notificationFields = (body: api.NotificationChanges) => ({
  name: body.name,
  url: body.url,
  platform: body.platform,
  authorizationType: body.authorization_type,
  authorizationKey: body.authorization_key,
  authorizationHeader: body.authorization_header,
  maxRetries: body.max_retries,
  isActive: body.is_active,
  notifyOnFailures: body.notify_on_failures,
})

export const newNotification = (body: api.NewNotification) => ({
  ...notificationFields(body),
  deploymentId: body.api ?? null,
  pipelineId: body.pipeline ?? null,
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
  name: row.name,
  url: row.url,
  notification_type: 'WEBHOOK',
  platform: row.platform,
  authorization_type: row.authorization_type,
  authorization_key: row.sealed_key && vault.open(row.sealed_key),
  authorization_header: row.authorization_header,
  max_retries: row.max_retries,
  is_active: row.is_active,
  notify_on_failures: row.notify_on_failures,
  signing_secret: vault.open(row.sealed_secret),
  pipeline: row.pipeline_id,
  api: row.deployment_id,
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
