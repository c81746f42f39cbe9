import { createHash, randomUUID } from 'node:crypto'
import type { KeyPermission } from '@recto/contract/platform-api'
import { forbidden, invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { passOwnership } from '../../../platform/db/ownership.ts'
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

type Needs = Pick<Context, 'db' | 'vault'>
type Input = { readonly actor: Actor; readonly id: string }
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

export const hashOfKey = (key: string) => createHash('sha256').update(key).digest('hex')

const keyColumns = ({ vault }: Pick<Needs, 'vault'>, key: string) => ({
  keyHash: hashOfKey(key),
  sealedKey: vault.seal(key),
  lastFour: key.slice(-4),
})

/** A key with a hidden member of its own, as whom it acts. */
export async function makePlatformApiKey(
  ctx: Needs,
  { actor, name, ...fields }: NewKey,
): Promise<PlatformApiKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const id = randomUUID()
    const account = await createAccount(tenant, {
      username: `key-${id}`,
      email: `key-${id}@service.invalid`,
    })
    await insertMember(tenant, { userId: account.id, role: 'user', isService: true })
    const made = await insertPlatformApiKey(tenant, {
      ...fields,
      ...keyColumns(ctx, randomUUID()),
      id,
      name,
      serviceUserId: account.id,
      createdBy: actor.userId,
    })
    if (!made) throw invalid('name', `There is a key ${name} already.`, 'unique')
    await record(tenant, actor, { done: 'created', key: made, after: shownOf(made) })
    return made
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
  { actor, id }: Input,
): Promise<PlatformApiKeyRow> {
  return find(tenantOf(ctx, actor), id)
}

export async function changePlatformApiKey(
  ctx: Needs,
  { actor, id, ...fields }: Input & Fields,
): Promise<PlatformApiKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const before = await find(tenant, id)
    const changed = await changePlatformApiKeyRow(tenant, id, fields)
    if (!changed) throw notFound('key')
    const values = { before: shownOf(before), after: shownOf(changed) }
    await record(tenant, actor, { done: 'changed', key: changed, ...values })
    return changed
  })
}

/** What it made is from now on that of whoever made the key, or of an admin. */
export async function deletePlatformApiKey(ctx: Needs, { actor, id }: Input): Promise<void> {
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const key = await find(tenant, id)
    const { service_user_id: from, created_by } = key
    const [creator] = created_by === null ? [] : await findMemberIds(tenant, [created_by])
    await passOwnership(tenant, { from, to: creator ?? actor.userId })
    await record(tenant, actor, { done: 'deleted', key, before: shownOf(key) })
    await removePlatformApiKey(tenant, id)
    // Its membership goes with it.
    await deleteAccount(tenant, from)
  })
}

/** Another text for it: the one before opens nothing from now on. */
export async function rotatePlatformApiKey(
  ctx: Needs,
  { actor, id }: Input,
): Promise<PlatformApiKeyRow> {
  const { service } = actor
  if (service && service.permission !== 'full_access') throw forbidden()
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await find(tenant, id)
    const changed = await changePlatformApiKeyRow(tenant, id, keyColumns(ctx, randomUUID()))
    if (!changed) throw notFound('key')
    await record(tenant, actor, { done: 'rotated', key: changed })
    return changed
  })
}

async function find(tenant: Tenant, id: string): Promise<PlatformApiKeyRow> {
  const key = await findPlatformApiKey(tenant, id)
  if (!key) throw notFound('key')
  return key
}

const shownOf = ({ description, permission, is_active }: PlatformApiKeyRow) => ({
  description,
  permission,
  is_active,
})

type Recorded = {
  readonly done: string
  readonly key: PlatformApiKeyRow
  readonly before?: object
  readonly after?: object
}

const record = (tenant: Tenant, actor: Actor, { done, key, ...values }: Recorded) =>
  recordChange(tenant, actor, {
    action: `platform-api-key.${done}`,
    subject: { type: 'platform-api-key', id: key.id, name: key.name },
    ...values,
  })
