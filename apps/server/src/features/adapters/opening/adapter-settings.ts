import type { Settings } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { accessOf } from '../../../platform/db/sharing.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { openSealed, putSecretsBack } from '../../../platform/vault/open-sealed.ts'
import { mayEditAdapter } from '../rows/adapters.policy.ts'
import { type AdapterRow, findAdapter } from '../rows/adapters.store.ts'

/** The stored settings in clear; for use, never for a reply. */
export const openSettings = ({ vault }: Pick<Context, 'vault'>, { name, settings }: AdapterRow) =>
  openSealed(vault, { name, sealed: settings })

/**
 * Puts stored secrets in the place of the marks that a reply showed for them. Only the owner of an
 * adapter may refer to its secrets.
 */
export const resolveSealed = (
  ctx: Pick<Context, 'db' | 'vault'>,
  actor: Actor,
  settings: Settings,
): Promise<Settings> =>
  putSecretsBack(settings, {
    kind: 'adapter',
    async settingsOf(id) {
      const owner = await findEditable(ctx, actor, id)
      return owner && openSettings(ctx, owner)
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
  const access = (await accessOf(tenant, 'adapter', [id]))(id)
  return adapter && mayEditAdapter(actor, adapter, access) ? adapter : undefined
}

/** What lists show of the settings without opening them. */
export function shownSettings(settings: Settings): { model: string | null } {
  const { model } = settings
  return { model: typeof model === 'string' && model !== '' ? model : null }
}
