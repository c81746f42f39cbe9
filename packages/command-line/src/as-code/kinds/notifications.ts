import { notificationSettings } from '@recto/contract/pipelines/notification-fields'
import type { Notification } from '@recto/contract/pipelines/notifications'
import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import type { Inventory, ObjectKind, StoredObject } from '../kind.ts'
import { parseSpec } from './settings.ts'

const Spec = z.strictObject({
  /** The deployment or pipeline whose runs it is about. */
  deployment: z.string().min(1).max(30).nullable().default(null),
  pipeline: z.string().min(1).max(32).nullable().default(null),
  /** The address is a secret, because its path can hold one. */
  url: z.string().min(1),
  platform: notificationSettings.platform.schema.default(null),
  authorization_type: notificationSettings.authorizationType.schema.default('NONE'),
  authorization_key: z.string().nullable().default(null),
  authorization_header: notificationSettings.authorizationHeader.schema.default(null),
  max_retries: z.number().int().min(0).max(4).default(0),
  is_active: z.boolean().default(true),
  notify_on_failures: z.boolean().default(false),
  notify_on_alarms: z.boolean().default(false),
})

function toObject(inventory: Inventory, row: Notification): StoredObject | undefined {
  const deployment = inventory.findKey('deployment', row.api) ?? null
  const pipeline = inventory.findKey('pipeline', row.pipeline) ?? null
  // Those of the organization's budget belong to neither.
  if (deployment === null && pipeline === null) return undefined
  const secrets = new Map<string, string | undefined>([['url', row.url ?? undefined]])
  if (row.authorization_key) secrets.set('authorization_key', row.authorization_key)
  const spec = {
    deployment,
    pipeline,
    platform: row.platform,
    authorization_type: row.authorization_type,
    ...omitUndefined({ authorization_key: row.authorization_key ? undefined : null }),
    authorization_header: row.authorization_header || null,
    max_retries: row.max_retries,
    is_active: row.is_active,
    notify_on_failures: row.notify_on_failures,
    notify_on_alarms: row.notify_on_alarms,
  }
  return { kind: 'notification', name: row.name, id: row.id, spec, secrets }
}

const keyOfOwner = (spec: StoredObject['spec']) =>
  spec.deployment === null ? `pipeline ${spec.pipeline}` : `deployment ${spec.deployment}`

export const notificationKind: ObjectKind = {
  kind: 'notification',
  folder: 'notifications',
  spec: Spec.refine(({ deployment, pipeline }) => (deployment === null) !== (pipeline === null), {
    path: ['deployment'],
    error: 'Name a deployment or a pipeline.',
  }),
  keyOf: ({ name, spec }) => `${name} of ${keyOfOwner(spec)}`,
  async list(inventory) {
    const rows = await inventory.platform.send<Notification[]>('GET', 'notifications/')
    return rows.map((row) => toObject(inventory, row)).filter((object) => object !== undefined)
  },
  references: ({ spec }) =>
    (['deployment', 'pipeline'] as const)
      .filter((kind) => spec[kind] !== null)
      .map((kind) => ({ kind, key: String(spec[kind]), field: kind })),
  complete: (spec) => ({
    ...spec,
    authorization_key: spec.authorization_key || null,
    authorization_header: spec.authorization_header || null,
  }),
  findSecretFields: () => Promise.resolve(['url', 'authorization_key']),
  async save(inventory, { name, spec }, storedObject) {
    const { deployment, pipeline, ...fields } = parseSpec(Spec, spec)
    const owner = {
      api: deployment === null ? null : inventory.getId('deployment', deployment),
      pipeline: pipeline === null ? null : inventory.getId('pipeline', pipeline),
    }
    const body = { ...fields, name, notification_type: 'WEBHOOK' }
    const { platform } = inventory
    const savedRow = storedObject
      ? await platform.send<Notification>('PATCH', `notifications/${storedObject.id}/`, body)
      : await platform.send<Notification>('POST', 'notifications/', { ...body, ...owner })
    return savedRow.id
  },
  remove: ({ platform }, { id }) => platform.send('DELETE', `notifications/${id}/`),
}
