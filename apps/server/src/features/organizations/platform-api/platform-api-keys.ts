import { randomUUID } from 'node:crypto'
import type { KeyPermission } from '@recto/contract/organizations/platform-api'
import { forbidden } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { transferOwnership } from '../../../platform/db/ownership.ts'
import { deleteAccount } from '../accounts/accounts.store.ts'
import { createAccount } from '../accounts/create-account.ts'
import { createShortenedSecret, defineKeys } from '../keys/define-keys.ts'
import type { KeyTableRow } from '../keys/key-rows.store.ts'
import { findMemberIds, insertMember } from '../members/members.store.ts'

export type PlatformApiKeyRow = KeyTableRow<'platform_api_key'>

export const platformApiKeys = defineKeys({
  table: 'platform_api_key',
  uniqueConstraint: 'platform_api_key_name_key',
  order: 'newest first',
  subject: 'platform-api-key',
  noun: 'key',
  nameOf: ({ name }) => name,
  toAuditValues: ({ description, permission, is_active }) => ({
    description,
    permission,
    is_active,
  }),
})

type PlatformApiKeysDependencies = Pick<Context, 'db' | 'vault'>
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

/** Creates a key with its own hidden member, as which it acts. */
export async function createPlatformApiKey(
  ctx: PlatformApiKeysDependencies,
  { actor, name, ...fields }: NewKey,
): Promise<PlatformApiKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const id = randomUUID()
    const account = await createAccount(tenant, {
      username: `key-${id}`,
      email: `key-${id}@service.invalid`,
    })
    await insertMember(tenant, { userId: account.id, role: 'user', isService: true })
    return platformApiKeys.add(tenant, actor, {
      ...fields,
      ...createShortenedSecret(ctx),
      id,
      name,
      serviceUserId: account.id,
      createdBy: actor.userId,
    })
  })
}

export const findPlatformApiKeys = (
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<readonly PlatformApiKeyRow[]> => platformApiKeys.rows.list(tenantOf(ctx, actor))

export const getPlatformApiKey = (
  ctx: Pick<Context, 'db'>,
  { actor, id }: PlatformApiKeysRequest,
): Promise<PlatformApiKeyRow> => platformApiKeys.get(tenantOf(ctx, actor), id)

export const changePlatformApiKey = (
  ctx: PlatformApiKeysDependencies,
  { actor, id, ...changes }: PlatformApiKeysRequest & Fields,
): Promise<PlatformApiKeyRow> =>
  inTransaction(tenantOf(ctx, actor), (tenant) =>
    platformApiKeys.change(tenant, actor, { id, changes }),
  )

/**
 * Deletes a key. What it owns passes to its creator, or to the actor when the creator is no longer
 * a member.
 */
export async function deletePlatformApiKey(
  ctx: PlatformApiKeysDependencies,
  { actor, id }: PlatformApiKeysRequest,
): Promise<void> {
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const { service_user_id: from, created_by } = await platformApiKeys.get(tenant, id)
    const [creator] = created_by === null ? [] : await findMemberIds(tenant, [created_by])
    await transferOwnership(tenant, { from, to: creator ?? actor.userId })
    await platformApiKeys.remove(tenant, actor, id)
    // This also deletes the membership.
    await deleteAccount(tenant, from)
  })
}

export async function rotatePlatformApiKey(
  ctx: PlatformApiKeysDependencies,
  { actor, id }: PlatformApiKeysRequest,
): Promise<PlatformApiKeyRow> {
  const { service } = actor
  if (service && service.permission !== 'full_access') throw forbidden()
  return inTransaction(tenantOf(ctx, actor), (tenant) =>
    platformApiKeys.rotate(tenant, actor, { id, secret: createShortenedSecret(ctx) }),
  )
}
