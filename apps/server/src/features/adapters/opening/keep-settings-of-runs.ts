import type { Settings } from '@recto/provider-spec/provider'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { decryptSettings, findSecretFields } from '../../connections/connections.port.ts'
import { adapterConnections } from '../rows/adapter-connections.ts'
import type { AdapterRow } from '../rows/adapters.store.ts'
import { keepEarlierSettings } from '../rows/earlier-settings.store.ts'

type KeepingDependencies = Pick<Context, 'vault' | 'providers'>
type SettingsChange = { readonly adapter: AdapterRow; readonly settings: Settings }

/**
 * Keeps the present settings of an adapter for the executions that have begun with them. Where only
 * secrets are replaced, those executions use the new ones: the service may not accept the old ones
 * any more.
 */
export async function keepSettingsOfRuns(
  ctx: KeepingDependencies,
  tenant: Tenant,
  { adapter, settings }: SettingsChange,
): Promise<void> {
  const presentSettings = tryDecrypt(ctx, adapter)
  // Settings of another encryption key can be used by nobody.
  if (!presentSettings) return
  const schema = ctx.providers.find(adapter.provider_id)?.schema
  const describeSettings = (all: Settings) => {
    const ignoredNames = new Set(['adapter_name', ...findSecretFields(schema, all)])
    const entries = Object.entries(all).filter(([name]) => !ignoredNames.has(name))
    return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  if (describeSettings(presentSettings) === describeSettings(settings)) return
  await keepEarlierSettings(tenant, adapter.id)
}

function tryDecrypt(ctx: KeepingDependencies, adapter: AdapterRow): Settings | undefined {
  try {
    return decryptSettings(ctx, adapterConnections, adapter)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
