import type { Settings } from '@recto/provider-spec/provider'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { accessOf } from '../../../platform/db/sharing.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { parseSealedMark } from '../../../platform/vault/secret-fields.ts'
import { VaultError } from '../../../platform/vault/vault.ts'
import { mayEditAdapter } from '../rows/adapters.policy.ts'
import { type AdapterRow, findAdapter } from '../rows/adapters.store.ts'

/** The stored settings in clear; for use, never for a reply. */
export function openSettings({ vault }: Pick<Context, 'vault'>, adapter: AdapterRow): Settings {
  try {
    return JSON.parse(vault.open(adapter.settings)) as Settings
  } catch (cause) {
    if (!(cause instanceof VaultError)) throw cause
    const detail = `The settings of “${adapter.name}” were sealed with another encryption key.`
    throw new AppError('forbidden', [{ code: 'error', detail, attr: null }], { cause })
  }
}

/**
 * Puts stored secrets in the place of the marks that a reply showed for them. Only the owner of an
 * adapter may refer to its secrets.
 */
export async function resolveSealed(
  ctx: Pick<Context, 'db' | 'vault'>,
  actor: Actor,
  settings: Settings,
): Promise<Settings> {
  const resolved: Record<string, unknown> = { ...settings }
  for (const [name, value] of Object.entries(settings)) {
    const mark = parseSealedMark(value)
    if (!mark) continue
    const owner = await findEditable(ctx, actor, mark.ownerId)
    if (!owner) {
      throw invalid(`settings.${name}`, 'This secret belongs to no adapter of yours.')
    }
    resolved[name] = openSettings(ctx, owner)[mark.field]
  }
  return resolved
}

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
