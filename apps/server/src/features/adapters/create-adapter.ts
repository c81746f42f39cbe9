import type { Settings } from '@recto/provider-spec/provider'
import { badRequest } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { AdapterKind } from '../../platform/db/tables/adapters.ts'
import {
  assertAllowedToConfigure,
  restoreNewSettings,
  sealSettings,
} from '../connections/connections.port.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { contextWindowOf, getProviderOfKind } from './catalogue/catalogue.ts'
import { saveTriad } from './defaults/default-triad.store.ts'
import { findOrMakeTriad, slotOf } from './defaults/default-triad.ts'
import type { NetworkDependencies } from './opening/open-adapter.ts'
import { adapterConnections } from './rows/adapter-connections.ts'
import { type AdapterRow, insertAdapter } from './rows/adapters.store.ts'

type CreateAdapterDependencies = Pick<Context, 'db' | 'vault' | 'providers'> & NetworkDependencies
type CreateAdapterRequest = {
  readonly actor: Actor
  readonly providerId: string
  readonly kind: AdapterKind
  readonly name: string
  readonly settings: Settings
  readonly description?: string | null | undefined
  readonly isSharedToOrg?: boolean | undefined
  readonly isExternal?: boolean | undefined
}

/**
 * Stores the settings as sent, without the secrets of another installation. They are not validated
 * against the provider's schema, because existing clients rely on their own keys being stored. An
 * adapter that fills an empty slot becomes a default.
 */
export async function createAdapter(
  ctx: CreateAdapterDependencies,
  input: CreateAdapterRequest,
): Promise<AdapterRow> {
  const { actor, providerId, kind, name } = input
  getProviderOfKind(ctx, providerId, kind)
  const { settings, missingSecrets } = await restoreNewSettings(ctx, adapterConnections, input)

  const ownTenant = tenantOf(ctx, actor)
  if (kind === 'llm') await assertAllowedToConfigure(ownTenant, actor, 'models')
  const contextWindow = await contextWindowOf(ctx, ownTenant, providerId, settings)

  return inTransaction(ownTenant, async (tenant) => {
    // The triad comes first, as where the sample of a new organization is made: that transaction holds the
    // triad while it waits for the version of the configuration, which a new adapter raises.
    const triad = await findOrMakeTriad(tenant, actor.userId)
    const adapter = await insertAdapter(tenant, {
      providerId,
      kind,
      name,
      description: input.description ?? null,
      settings: sealSettings(ctx, settings),
      missingSecrets,
      model: readModel(settings),
      contextWindow,
      sharedToOrg: input.isSharedToOrg ?? false,
      outside: input.isExternal ?? false,
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!adapter) throw adapterNameTaken(name)
    const slot = slotOf[kind]
    if (slot && !triad?.[slot]) await saveTriad(tenant, actor.userId, { [slot]: adapter.id })
    await recordChange(tenant, actor, {
      action: 'adapter.created',
      subject: { type: 'adapter', id: adapter.id, name },
      after: {
        provider: providerId,
        model: adapter.model,
        shared_to_org: adapter.shared_to_org,
        is_outside: adapter.outside,
      },
    })
    return adapter
  })
}

/** Returns the part of the settings that lists show without decrypting them. */
export const readModel = ({ model }: Settings): string | null =>
  typeof model === 'string' && model !== '' ? model : null

export const adapterNameTaken = (name: string) =>
  badRequest(`An adapter of this type with the name “${name}” already exists.`, { attr: 'name' })
