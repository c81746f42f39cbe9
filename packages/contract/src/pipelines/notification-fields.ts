import { z } from 'zod'
import { defineFields } from '../wire/fields.ts'
import { nameText } from '../wire/names.ts'
import { SentNumber } from '../wire/wire.ts'

export const NotificationPlatform = z.enum(['SLACK', 'API'])
export type NotificationPlatform = z.output<typeof NotificationPlatform>
export const NotificationAuthorization = z.enum(['BEARER', 'API_KEY', 'CUSTOM_HEADER', 'NONE'])
export type NotificationAuthorization = z.output<typeof NotificationAuthorization>

/** Clients write the owner that it has not as an empty text. */
export const NotificationOwnerId = z
  .union([z.uuid(), z.literal('')])
  .nullable()
  .transform((id) => id || null)

const ways = ['audit'] as const
const auditWays = { audit: true } as const

/** The pipeline whose runs it is about; it cannot be changed. */
const notificationOwners = defineFields(ways, {
  deploymentId: {
    wire: 'api',
    schema: NotificationOwnerId,
    reply: z.uuid().nullable(),
    default: null,
    sentWith: 'new',
    ways: auditWays,
  },
  pipelineId: {
    wire: 'pipeline',
    schema: NotificationOwnerId,
    reply: z.uuid().nullable(),
    default: null,
    sentWith: 'new',
    ways: auditWays,
  },
})

export const notificationSettings = defineFields(ways, {
  name: { schema: nameText(255), default: 'Notification', ways: auditWays },
  url: {
    schema: z
      .url({ protocol: /^https?$/ })
      .max(200)
      .nullable(),
    reply: z.string().nullable(),
    default: null,
    // The path of an address can hold the secret of a webhook, so only its host is auditWays.
    ways: { audit: 'mapped' },
  },
  platform: { schema: NotificationPlatform.nullable(), default: null, ways: auditWays },
  authorizationType: { schema: NotificationAuthorization, ways: auditWays },
  authorizationKey: {
    schema: z.string().max(255).nullable(),
    default: null,
    isDerived: true,
    ways: { audit: { not: 'It is a secret.' } },
  },
  authorizationHeader: { schema: z.string().max(255).nullable(), default: null, ways: auditWays },
  maxRetries: {
    schema: SentNumber.pipe(z.number().int().min(0).max(4)),
    default: 0,
    ways: auditWays,
  },
  isActive: { schema: z.boolean(), default: true, ways: auditWays },
  /** Notifies only about runs with failures. */
  notifyOnFailures: { schema: z.boolean(), default: false, ways: auditWays },
  /** It also notifies about alarms of the deployment or pipeline. */
  notifyOnAlarms: { schema: z.boolean(), default: false, ways: auditWays },
})

/** All that a request can set of a notification. */
export const notificationFields = { ...notificationOwners, ...notificationSettings }
