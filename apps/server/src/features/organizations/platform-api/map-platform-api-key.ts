import type * as api from '@recto/contract/organizations/platform-api'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentScriptKey } from '../keys/present-script-key.ts'
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
    ...presentScriptKey(key, emails),
    permission: key.permission,
  }))
}
