import type * as api from '@recto/contract/organizations/platform-api'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { userEmails } from '../members/members.store.ts'
import type { PlatformApiKeyRow } from './platform-api-keys.ts'

export async function presentKeys(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  keys: readonly PlatformApiKeyRow[],
): Promise<api.PlatformApiKey[]> {
  const emails = await userEmails(
    tenantOf(ctx, actor),
    keys.map(({ created_by }) => created_by),
  )
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    description: key.description,
    key: `****-${key.last_four}`,
    is_active: key.is_active,
    created_at: presentTime(key.created_at),
    modified_at: presentTime(key.modified_at),
    permission: key.permission,
    created_by_email: emails.get(key.created_by ?? 0) ?? null,
  }))
}

export const presentFullPlatformApiKey = (
  { vault }: Pick<Context, 'vault'>,
  key: PlatformApiKeyRow,
) => ({
  id: key.id,
  name: key.name,
  key: vault.open(key.sealed_key),
  is_active: key.is_active,
})
