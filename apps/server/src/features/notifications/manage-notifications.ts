import { randomBytes } from 'node:crypto'
import {
  notificationFields,
  type notificationSettings,
} from '@recto/contract/pipelines/notification-fields'
import type { FieldEdits, FieldValues } from '@recto/contract/wire/fields'
import { AppError, invalid, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { auditFields } from '../../platform/db/field-columns.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { assertMayNotify, mayNotify, type OwnerName, ownerName } from './notification-owner.ts'
import {
  changeNotification,
  findNotification,
  findNotifications,
  insertNotification,
  type NotificationRow,
  removeNotification,
} from './notifications.store.ts'

type ManageNotificationsDependencies = Pick<Context, 'db' | 'vault'>
type ManageNotificationsScope = { readonly actor: Actor; readonly id: string }

export type NotificationFields = FieldEdits<typeof notificationSettings>

const filterOf = (owner: OwnerName) => {
  if (owner.kind === 'budget') return { isOfBudget: true } as const
  return owner.kind === 'deployment' ? { deploymentId: owner.id } : { pipelineId: owner.id }
}

/**
 * Lists the notifications of a deployment, a pipeline or the budget; without an owner, all that the
 * actor may change.
 */
export async function listNotifications(
  ctx: ManageNotificationsDependencies,
  { actor, owner }: { readonly actor: Actor; readonly owner?: OwnerName },
): Promise<NotificationRow[]> {
  const tenant = tenantOf(ctx, actor)
  if (owner) {
    await assertMayNotify(ctx, actor, owner)
    return findNotifications(tenant, filterOf(owner))
  }
  const visibleRows: NotificationRow[] = []
  for (const row of await findNotifications(tenant, {})) {
    if (await mayNotify(ctx, actor, ownerName(row))) visibleRows.push(row)
  }
  return visibleRows
}

export async function getNotification(
  ctx: Pick<Context, 'db'>,
  { actor, id }: ManageNotificationsScope,
): Promise<NotificationRow> {
  const row = await findNotification(tenantOf(ctx, actor), id)
  if (!row) throw notFound('notification')
  await assertMayNotify(ctx, actor, ownerName(row))
  return row
}

type New = FieldValues<typeof notificationFields> & {
  readonly actor: Actor
  readonly isOfBudget: boolean
}

const ownerFields = { deployment: 'deploymentId', pipeline: 'pipelineId', budget: null } as const

/** Reports a missing owner at the field that names it. */
const rethrowAtOwner = (owner: OwnerName) => (error: unknown) => {
  const field = ownerFields[owner.kind]
  if (!(error instanceof AppError && error.kind === 'not-found') || !field) throw error
  throw invalid(field, 'There is no pipeline or API deployment with this id.', 'does_not_exist')
}

type Proof = {
  readonly type: NotificationRow['authorization_type']
  readonly header: string | null
  readonly sealedKey: string | null
}

const noProof: Proof = { type: 'NONE', header: null, sealedKey: null }

export async function createNotification(
  ctx: ManageNotificationsDependencies,
  { actor, authorizationKey, ...fields }: New,
): Promise<NotificationRow> {
  const { deploymentId, pipelineId, isOfBudget } = fields
  if ([deploymentId !== null, pipelineId !== null, isOfBudget].filter(Boolean).length !== 1) {
    throw invalid('non_field_errors', 'Specify either a pipeline or an API deployment.')
  }
  const owner = ownerName({ deployment_id: deploymentId, pipeline_id: pipelineId })
  await assertMayNotify(ctx, actor, owner).catch(rethrowAtOwner(owner))
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const notification = await insertNotification(tenant, {
      ...fields,
      ...proofOf(ctx, noProof, { ...fields, authorizationKey }),
      sealedSecret: ctx.vault.seal(randomBytes(24).toString('base64url')),
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!notification) throw notificationNameTaken(owner)
    await record(tenant, actor, 'created', { newRow: notification })
    return notification
  })
}

export async function updateNotification(
  ctx: ManageNotificationsDependencies,
  { actor, id, authorizationKey, ...fields }: ManageNotificationsScope & NotificationFields,
): Promise<NotificationRow> {
  const oldNotification = await getNotification(ctx, { actor, id })
  const {
    authorization_type: type,
    authorization_header: header,
    sealed_key: sealedKey,
  } = oldNotification
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const updatedNotification = await changeNotification(tenant, id, {
      ...fields,
      ...proofOf(ctx, { type, header, sealedKey }, { ...fields, authorizationKey }),
      modifiedBy: actor.userId,
    })
    if (!updatedNotification) throw notificationNameTaken(ownerName(oldNotification))
    await record(tenant, actor, 'changed', {
      oldRow: oldNotification,
      newRow: updatedNotification,
    })
    return updatedNotification
  })
}

export async function deleteNotification(
  ctx: ManageNotificationsDependencies,
  { actor, id }: ManageNotificationsScope,
): Promise<void> {
  const row = await getNotification(ctx, { actor, id })
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await record(tenant, actor, 'deleted', { oldRow: row })
    await removeNotification(tenant, id)
  })
}

/**
 * Returns the authorization columns. Without authorization there is no key, and only a custom
 * header has a name.
 */
function proofOf({ vault }: Pick<Context, 'vault'>, oldProof: Proof, fields: NotificationFields) {
  const type = fields.authorizationType ?? oldProof.type
  const sentKey = fields.authorizationKey
  const key = sentKey === undefined ? oldProof.sealedKey : sentKey && vault.seal(checked(sentKey))
  const header =
    fields.authorizationHeader === undefined ? oldProof.header : fields.authorizationHeader
  assertProof(type, key, header)
  return {
    authorizationType: type,
    sealedKey: type === 'NONE' ? null : key || null,
    authorizationHeader: type === 'CUSTOM_HEADER' ? header : null,
  }
}

function assertProof(type: Proof['type'], key: string | null, header: string | null): void {
  if (type !== 'NONE' && !key) {
    throw invalid('authorizationKey', 'Authorization key is required', 'required')
  }
  if (type !== 'CUSTOM_HEADER') return
  if (!header) {
    throw invalid('authorizationHeader', 'Authorization Header is required', 'required')
  }
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(header)) {
    throw invalid('authorizationHeader', 'This is not a valid header name.')
  }
}

/** Checks the key, which is sent in a header. */
function checked(key: string): string {
  if (/[^\x20-\x7e]/.test(key)) {
    throw invalid(
      'authorizationKey',
      'The key contains characters that cannot be sent in a header.',
    )
  }
  return key
}

const notificationNameTaken = ({ kind }: OwnerName) =>
  invalid(
    'name',
    'A notification with this name already exists.',
    kind === 'pipeline' ? 'unique_pipeline' : 'unique_api',
  )

/** The path of an address can hold the secret of a webhook, so only its host is recorded. */
const auditValuesOf = (row: NotificationRow) => ({
  ...auditFields(notificationFields, row),
  host: row.url && URL.canParse(row.url) ? new URL(row.url).host : row.url,
})

type NotificationRows = { readonly oldRow?: NotificationRow; readonly newRow?: NotificationRow }

async function record(
  tenant: Tenant,
  actor: Actor,
  done: string,
  { oldRow, newRow }: NotificationRows,
): Promise<void> {
  const row = newRow ?? oldRow
  if (!row) return
  await recordChange(tenant, actor, {
    action: `notification.${done}`,
    subject: { type: 'notification', id: row.id, name: row.name },
    before: oldRow && auditValuesOf(oldRow),
    after: newRow && auditValuesOf(newRow),
  })
}
