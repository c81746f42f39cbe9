import { randomUUID } from 'node:crypto'
import { badRequest, forbidden, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { recordChange } from '../audit/record-change.ts'
import { lockOrganization } from '../organization/organizations.store.ts'
import {
  changePlatformKey,
  deletePlatformKey,
  findPlatformKey,
  insertPlatformKey,
  listPlatformKeys,
  type PlatformKeyRow,
  switchPlatformKeysOff,
} from './platform-keys.store.ts'

type ChangePlatformKeysDependencies = Pick<Context, 'db' | 'vault'>
type ChangePlatformKeysRequest = { readonly actor: Actor; readonly id: string }

/** A key with its secret in clear, for those who manage the keys. */
export type OpenedPlatformKey = {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly isActive: boolean
}

const slots = 2

/** Returns the organization's keys, for its admins. */
export async function findPlatformKeys(
  ctx: ChangePlatformKeysDependencies,
  actor: Actor,
): Promise<readonly OpenedPlatformKey[]> {
  return (await listPlatformKeys(tenantOf(ctx, actor))).map((row) => openKey(ctx, row))
}

/**
 * Creates a key in an empty slot. At most one key is active, so an active one deactivates the
 * other.
 */
export async function generatePlatformKey(
  ctx: ChangePlatformKeysDependencies,
  { actor, name, isActive }: { actor: Actor; name: string; isActive: boolean },
): Promise<OpenedPlatformKey> {
  return changing(ctx, actor, async (tenant) => {
    const present = await listPlatformKeys(tenant)
    if (present.length >= slots) throw forbidden('An organization can have at most two keys.')
    if (isActive) await switchPlatformKeysOff(tenant)
    const sealedKey = ctx.vault.seal(randomUUID())
    const platformKey = await insertPlatformKey(tenant, { sealedKey, name, isActive })
    if (!platformKey) throw badRequest(`A key named “${name}” already exists.`)
    await record(tenant, actor, {
      done: 'generated',
      key: platformKey,
      after: { is_active: isActive },
    })
    return openKey(ctx, platformKey)
  })
}

/** Replaces the secret of the key in its slot. */
export async function refreshPlatformKey(
  ctx: ChangePlatformKeysDependencies,
  { actor, id }: ChangePlatformKeysRequest,
): Promise<OpenedPlatformKey> {
  return changing(ctx, actor, async (tenant) => {
    const platformKey = await find(tenant, id)
    const sealedKey = ctx.vault.seal(randomUUID())
    await changePlatformKey(tenant, id, { key: null, sealed_key: sealedKey })
    await record(tenant, actor, { done: 'refreshed', key: platformKey })
    return openKey(ctx, { ...platformKey, key: null, sealed_key: sealedKey })
  })
}

export async function switchPlatformKey(
  ctx: ChangePlatformKeysDependencies,
  { actor, id, isActive }: ChangePlatformKeysRequest & { readonly isActive: boolean },
): Promise<void> {
  await changing(ctx, actor, async (tenant) => {
    const platformKey = await find(tenant, id)
    if (isActive) await switchPlatformKeysOff(tenant)
    await changePlatformKey(tenant, id, { is_active: isActive })
    await record(tenant, actor, {
      done: isActive ? 'activated' : 'deactivated',
      key: platformKey,
      before: { is_active: platformKey.is_active },
      after: { is_active: isActive },
    })
  })
}

/** Deletes a key and leaves its slot empty, even when it is the active one. */
export async function removePlatformKey(
  ctx: ChangePlatformKeysDependencies,
  { actor, id }: ChangePlatformKeysRequest,
): Promise<void> {
  await changing(ctx, actor, async (tenant) => {
    const platformKey = await find(tenant, id)
    await deletePlatformKey(tenant, id)
    await record(tenant, actor, {
      done: 'deleted',
      key: platformKey,
      before: { is_active: platformKey.is_active },
    })
  })
}

/**
 * Runs a change while the organization is locked: concurrent changes could leave two keys active.
 */
function changing<T>(
  ctx: ChangePlatformKeysDependencies,
  actor: Actor,
  change: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockOrganization(tenant)
    return change(tenant)
  })
}

/** A key that no start has sealed yet is in clear. */
const openKey = (
  { vault }: Pick<Context, 'vault'>,
  { id, key_name: name, key, sealed_key: sealedKey, is_active: isActive }: PlatformKeyRow,
): OpenedPlatformKey => ({
  id,
  name,
  key: key ?? vault.open(sealedKey ?? ''),
  isActive,
})

async function find(tenant: Tenant, id: string): Promise<PlatformKeyRow> {
  const platformKey = await findPlatformKey(tenant, id)
  if (!platformKey) throw notFound('key')
  return platformKey
}

type PlatformKeyAuditEntry = {
  readonly done: string
  readonly key: PlatformKeyRow
  readonly before?: object
  readonly after?: object
}

const record = (
  tenant: Tenant,
  actor: Actor,
  { done, key: { id, key_name }, ...values }: PlatformKeyAuditEntry,
) =>
  recordChange(tenant, actor, {
    action: `platform-key.${done}`,
    subject: { type: 'platform-key', id, name: key_name },
    ...values,
  })
