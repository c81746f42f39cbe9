import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { insertAdapter } from './rows/adapters.store.ts'

type SeedAdaptersDependencies = Pick<Context, 'vault' | 'providers'>

const prefix = 'recto-builtin|'

/**
 * Creates one adapter for each built-in provider, shared with the organization; none of them needs
 * settings.
 */
export async function seedAdapters(
  { vault, providers }: SeedAdaptersDependencies,
  tenant: Tenant,
  ownerId: number,
): Promise<void> {
  for (const provider of providers.all.filter(({ id }) => id.startsWith(prefix))) {
    const settings = { adapter_name: provider.name }
    await insertAdapter(tenant, {
      providerId: provider.id,
      kind: provider.kind,
      name: provider.name,
      description: provider.description,
      settings: vault.seal(JSON.stringify(settings)),
      model: null,
      contextWindow: 0,
      sharedToOrg: true,
      createdBy: ownerId,
      modifiedBy: ownerId,
    })
  }
}
