import type {
  NotificationAuthorization,
  NotificationPlatform,
} from '@recto/contract/pipelines/notification-fields'
import type {
  NotificationDelivery as WireDelivery,
  Notification as WireNotification,
} from '@recto/contract/pipelines/notifications'
import { omitUndefined } from '@recto/omit-undefined'
import { toWireNames } from '../../shared/api/wire-names.ts'

/** The deployment or pipeline whose runs trigger notifications, or the budget, which has no runs. */
export type NotificationOwner = {
  readonly kind: 'api' | 'pipeline' | 'budget'
  readonly id: string
  readonly name: string
}

/** An address that is notified when a run ends. */
export type Notification = {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly platform: NotificationPlatform
  readonly authorization: NotificationAuthorization
  readonly key: string
  readonly header: string
  readonly retries: number
  readonly isActive: boolean
  readonly onlyFailures: boolean
  /** Whether it is also notified of fields that have changed. */
  readonly isAboutAlarms: boolean
  readonly secret: string
}

export type NotificationValues = Omit<Notification, 'id' | 'isActive' | 'secret'>

export const notificationNames = {
  name: 'name',
  url: 'url',
  platform: 'platform',
  authorization: 'authorization_type',
  key: 'authorization_key',
  header: 'authorization_header',
  retries: 'max_retries',
  isActive: 'is_active',
  onlyFailures: 'notify_on_failures',
  isAboutAlarms: 'notify_on_alarms',
} as const

export const notificationFromWire = (wire: WireNotification): Notification => ({
  id: wire.id,
  name: wire.name,
  url: wire.url ?? '',
  platform: wire.platform ?? 'API',
  authorization: wire.authorization_type,
  key: wire.authorization_key ?? '',
  header: wire.authorization_header ?? '',
  retries: wire.max_retries,
  isActive: wire.is_active,
  onlyFailures: wire.notify_on_failures,
  isAboutAlarms: wire.notify_on_alarms,
  secret: wire.signing_secret,
})

export const noNotification: NotificationValues = {
  name: '',
  url: '',
  platform: 'API',
  authorization: 'NONE',
  key: '',
  header: '',
  retries: 0,
  onlyFailures: false,
  isAboutAlarms: false,
}

type New = { readonly owner: NotificationOwner; readonly values: NotificationValues }

export const newNotificationToWire = ({ owner, values }: New) => ({
  body: {
    ...toWireNames(values, notificationNames),
    notification_type: 'WEBHOOK' as const,
    api: owner.kind === 'api' ? owner.id : null,
    pipeline: owner.kind === 'pipeline' ? owner.id : null,
    ...omitUndefined({ of_budget: owner.kind === 'budget' ? true : undefined }),
  },
})

type Change = {
  readonly id: string
  readonly changes: Partial<NotificationValues & Pick<Notification, 'isActive'>>
}

export const notificationChangeToWire = ({ id, changes }: Change) => ({
  params: { id },
  body: toWireNames(changes, notificationNames),
})

/** Validates the values before they are sent; returns the failures by field. */
export function failuresOf(values: NotificationValues): ReadonlyMap<string, string> {
  const { name, url, authorization, key, header } = values
  const missingFields: [string, string][] = []
  if (name.trim() === '') missingFields.push(['name', 'Please enter name'])
  if (url.trim() === '') missingFields.push(['url', 'Please enter URL'])
  if (authorization === 'CUSTOM_HEADER' && header.trim() === '') {
    missingFields.push(['header', 'Authorization Header is required'])
  }
  if (authorization !== 'NONE' && key === '') {
    missingFields.push(['key', 'Authorization key is required'])
  }
  return new Map(missingFields)
}

/** Changes the kind of authorization and clears the key and the header if they do not apply. */
export const withAuthorization = (
  values: NotificationValues,
  authorization: NotificationAuthorization,
): NotificationValues => ({
  ...values,
  authorization,
  key: authorization === 'NONE' ? '' : values.key,
  header: authorization === 'CUSTOM_HEADER' ? values.header : '',
})

/** A message that was sent to an address. */
export type SentMessage = {
  readonly id: string
  readonly executionId: string | null
  readonly status: string
  readonly state: WireDelivery['state']
  readonly attempts: number
  readonly statusCode: number | null
  readonly error: string | null
  readonly nextTryAt: string | null
  readonly createdAt: string
}

export const deliveryFromWire = (wire: WireDelivery): SentMessage => ({
  id: wire.id,
  executionId: wire.execution_id,
  status: wire.status,
  state: wire.state,
  attempts: wire.attempts,
  statusCode: wire.status_code,
  error: wire.error,
  nextTryAt: wire.next_try_at,
  createdAt: wire.created_at,
})

export const platforms: Readonly<Record<NotificationPlatform, string>> = {
  API: 'API',
  SLACK: 'Slack',
}
