import { randomUUID } from 'node:crypto'
import { badRequest, forbidden, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
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

export type { PlatformKeyRow }

type Needs = Pick<Context, 'db'>
type Input = { readonly actor: Actor; readonly id: string }

const slots = 2

/** The organization's keys, as shown to its admins. */
export async function findPlatformKeys(
  ctx: Needs,
  actor: Actor,
): Promise<readonly PlatformKeyRow[]> {
  return listPlatformKeys(tenantOf(ctx, actor))
}

/** Fills an empty slot. At most one key is active, so an active one takes the place of the other. */
export async function generatePlatformKey(
  ctx: Needs,
  { actor, name, isActive }: { actor: Actor; name: string; isActive: boolean },
): Promise<PlatformKeyRow> {
  return changing(ctx, actor, async (tenant) => {
    const present = await listPlatformKeys(tenant)
    if (present.length >= slots) throw forbidden('An organization has no more than two keys.')
    if (isActive) await switchPlatformKeysOff(tenant)
    const made = await insertPlatformKey(tenant, { key: randomUUID(), name, isActive })
    if (!made) throw badRequest(`There is a ${name} already.`)
    await record(tenant, actor, 'generated', made)
    return made
  })
}

/** Another text in the same slot. */
export async function refreshPlatformKey(
  ctx: Needs,
  { actor, id }: Input,
): Promise<PlatformKeyRow> {
  return changing(ctx, actor, async (tenant) => {
    const found = await find(tenant, id)
    const key = randomUUID()
    await changePlatformKey(tenant, id, { key })
    await record(tenant, actor, 'refreshed', found)
    return { ...found, key }
  })
}

export async function switchPlatformKey(
  ctx: Needs,
  { actor, id, isActive }: Input & { readonly isActive: boolean },
): Promise<void> {
  await changing(ctx, actor, async (tenant) => {
    const found = await find(tenant, id)
    if (isActive) await switchPlatformKeysOff(tenant)
    await changePlatformKey(tenant, id, { is_active: isActive })
    await record(tenant, actor, isActive ? 'activated' : 'deactivated', found)
  })
}

/** Leaves its slot empty, also when it is the active one. */
export async function removePlatformKey(ctx: Needs, { actor, id }: Input): Promise<void> {
  await changing(ctx, actor, async (tenant) => {
    const found = await find(tenant, id)
    await deletePlatformKey(tenant, id)
    await record(tenant, actor, 'deleted', found)
  })
}

/** One change of an organization's keys at a time: two at once would leave two active. */
function changing<T>(ctx: Needs, actor: Actor, change: (tenant: Tenant) => Promise<T>): Promise<T> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockOrganization(tenant)
    return change(tenant)
  })
}

async function find(tenant: Tenant, id: string): Promise<PlatformKeyRow> {
  const found = await findPlatformKey(tenant, id)
  if (!found) throw notFound('key')
  return found
}

const record = (tenant: Tenant, actor: Actor, done: string, { id, key_name }: PlatformKeyRow) =>
  recordChange(tenant, actor, {
    action: `platform-key.${done}`,
    subject: { type: 'platform-key', id, name: key_name },
  })
