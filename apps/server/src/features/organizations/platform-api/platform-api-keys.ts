import { randomUUID } from 'node:crypto'
import type { KeyPermission } from '@recto/contract/organizations/platform-api'
import { forbidden, invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { transferOwnership } from '../../../platform/db/ownership.ts'
import { hashApiKey } from '../../../platform/strings.ts'
import { deleteAccount } from '../accounts/accounts.store.ts'
import { createAccount } from '../accounts/create-account.ts'
import { recordChange } from '../audit/record-change.ts'
import { findMemberIds, insertMember } from '../members/members.store.ts'
import {
  changePlatformApiKeyRow,
  findPlatformApiKey,
  insertPlatformApiKey,
  listPlatformApiKeys,
  type PlatformApiKeyRow,
  removePlatformApiKey,
} from './platform-api-keys.store.ts'

type KeyColumnsDependencies = Pick<Context, 'db' | 'vault'>
type PlatformApiKeysRequest = { readonly actor: Actor; readonly id: string }
type Fields = {
  readonly description?: string | undefined
  readonly permission?: KeyPermission | undefined
  readonly isActive?: boolean | undefined
}

type NewKey = {
  readonly actor: Actor
  readonly name: string
  readonly description: string
  readonly permission: KeyPermission
}

const keyColumns = ({ vault }: Pick<KeyColumnsDependencies, 'vault'>, key: string) => ({
  keyHash: hashApiKey(key),
  sealedKey: vault.seal(key),
  lastFour: key.slice(-4),
})

/** Creates a key with its own hidden member, as which it acts. */
export async function createPlatformApiKey(
  ctx: KeyColumnsDependencies,
  { actor, name, ...fields }: NewKey,
): Promise<PlatformApiKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const id = randomUUID()
    const account = await createAccount(tenant, {
      username: `key-${id}`,
      email: `key-${id}@service.invalid`,
    })
    await insertMember(tenant, { userId: account.id, role: 'user', isService: true })
    const platformApiKey = await insertPlatformApiKey(tenant, {
      ...fields,
      ...keyColumns(ctx, randomUUID()),
      id,
      name,
      serviceUserId: account.id,
      createdBy: actor.userId,
    })
    if (!platformApiKey) throw invalid('name', `A key named “${name}” already exists.`, 'unique')
    await record(tenant, actor, {
      done: 'created',
      key: platformApiKey,
      after: auditValuesOf(platformApiKey),
    })
    return platformApiKey
  })
}

export async function findPlatformApiKeys(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<readonly PlatformApiKeyRow[]> {
  return listPlatformApiKeys(tenantOf(ctx, actor))
}

export async function getPlatformApiKey(
  ctx: Pick<Context, 'db'>,
  { actor, id }: PlatformApiKeysRequest,
): Promise<PlatformApiKeyRow> {
  return find(tenantOf(ctx, actor), id)
}

export async function changePlatformApiKey(
  ctx: KeyColumnsDependencies,
  { actor, id, ...fields }: PlatformApiKeysRequest & Fields,
): Promise<PlatformApiKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const oldKey = await find(tenant, id)
    const updatedPlatformApiKeyRow = await changePlatformApiKeyRow(tenant, id, fields)
    if (!updatedPlatformApiKeyRow) throw notFound('key')
    const values = { before: auditValuesOf(oldKey), after: auditValuesOf(updatedPlatformApiKeyRow) }
    await record(tenant, actor, { done: 'changed', key: updatedPlatformApiKeyRow, ...values })
    return updatedPlatformApiKeyRow
  })
}

/**
 * Deletes a key. What it owns passes to its creator, or to the actor when the creator is no longer
 * a member.
 */
export async function deletePlatformApiKey(
  ctx: KeyColumnsDependencies,
  { actor, id }: PlatformApiKeysRequest,
): Promise<void> {
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const key = await find(tenant, id)
    const { service_user_id: from, created_by } = key
    const [creator] = created_by === null ? [] : await findMemberIds(tenant, [created_by])
    await transferOwnership(tenant, { from, to: creator ?? actor.userId })
    await record(tenant, actor, { done: 'deleted', key, before: auditValuesOf(key) })
    await removePlatformApiKey(tenant, id)
    // This also deletes the membership.
    await deleteAccount(tenant, from)
  })
}

/** Replaces the secret of the key: the previous one stops working immediately. */
export async function rotatePlatformApiKey(
  ctx: KeyColumnsDependencies,
  { actor, id }: PlatformApiKeysRequest,
): Promise<PlatformApiKeyRow> {
  const { service } = actor
  if (service && service.permission !== 'full_access') throw forbidden()
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await find(tenant, id)
    const updatedPlatformApiKeyRow = await changePlatformApiKeyRow(
      tenant,
      id,
      keyColumns(ctx, randomUUID()),
    )
    if (!updatedPlatformApiKeyRow) throw notFound('key')
    await record(tenant, actor, { done: 'rotated', key: updatedPlatformApiKeyRow })
    return updatedPlatformApiKeyRow
  })
}

async function find(tenant: Tenant, id: string): Promise<PlatformApiKeyRow> {
  const key = await findPlatformApiKey(tenant, id)
  if (!key) throw notFound('key')
  return key
}

const auditValuesOf = ({ description, permission, is_active }: PlatformApiKeyRow) => ({
  description,
  permission,
  is_active,
})

type RecordAuditEntry = {
  readonly done: string
  readonly key: PlatformApiKeyRow
  readonly before?: object
  readonly after?: object
}

const record = (tenant: Tenant, actor: Actor, { done, key, ...values }: RecordAuditEntry) =>
  recordChange(tenant, actor, {
    action: `platform-api-key.${done}`,
    subject: { type: 'platform-api-key', id: key.id, name: key.name },
    ...values,
  })
