import type { Settings } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { loadAccess } from '../../../platform/db/sharing.ts'
import { isUuid } from '../../../platform/strings.ts'
import {
  restoreSecrets,
  type SettingsOfProvider,
  unsealSettings,
} from '../../../platform/vault/unseal-settings.ts'
import { mayEditAdapter } from '../rows/adapters.policy.ts'
import { type AdapterRow, findAdapter } from '../rows/adapters.store.ts'

/** Decrypts the stored settings: for use, never for a reply. */
export const decryptAdapterSettings = (
  { vault }: Pick<Context, 'vault'>,
  { name, settings }: AdapterRow,
) => unsealSettings(vault, { name, sealed: settings })

/**
 * Replaces the placeholders of an earlier reply by the stored secrets. Only the owner of an adapter
 * may refer to its secrets, and only for the service that the adapter already uses.
 */
export const restoreAdapterSecrets = (
  ctx: Pick<Context, 'db' | 'vault' | 'providers'>,
  actor: Actor,
  sentSettings: SettingsOfProvider,
): Promise<Settings> =>
  restoreSecrets(sentSettings, {
    kind: 'adapter',
    schema: ctx.providers.find(sentSettings.providerId)?.schema,
    async loadStored(id) {
      const owner = await findEditable(ctx, actor, id)
      return (
        owner && { providerId: owner.provider_id, settings: decryptAdapterSettings(ctx, owner) }
      )
    },
  })

async function findEditable(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
): Promise<AdapterRow | undefined> {
  if (!isUuid(id)) return undefined
  const tenant = tenantOf(ctx, actor)
  const adapter = await findAdapter(tenant, id)
  const access = (await loadAccess(tenant, 'adapter', [id]))(id)
  return adapter && mayEditAdapter(actor, adapter, access) ? adapter : undefined
}

/** Returns the part of the settings that lists show without decrypting them. */
export function shownSettings(settings: Settings): { model: string | null } {
  const { model } = settings
  return { model: typeof model === 'string' && model !== '' ? model : null }
}
