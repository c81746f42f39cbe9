import type { AdapterType } from '@recto/contract/adapters'
import type { Settings } from '@recto/provider-spec/provider'
import { badRequest } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { kindOf } from './adapter-kinds.ts'
import { resolveSealed, shownSettings } from './adapter-settings.ts'
import { type AdapterRow, insertAdapter } from './adapters.store.ts'
import { contextWindowOf, findProviderOf } from './catalogue.ts'
import { saveTriad } from './default-triad.store.ts'
import { defaultTriadOf, slotOf } from './default-triad.ts'

type Needs = Pick<Context, 'db' | 'vault' | 'providers' | 'fetch' | 'reader'>
type Input = {
  readonly actor: Actor
  readonly providerId: string
  readonly type: AdapterType
  readonly name: string
  readonly settings: Settings
  readonly description?: string | null | undefined
  readonly isSharedToOrg?: boolean | undefined
}

/**
 * Stores what the caller configured. It is not checked against the provider's schema, because
 * existing clients rely on their own keys being kept; the first in an empty slot becomes a default.
 */
export async function createAdapter(ctx: Needs, input: Input): Promise<AdapterRow> {
  const { actor, providerId, type, name } = input
  const kind = kindOf(type)
  findProviderOf(ctx, providerId, kind)
  const settings = await resolveSealed(ctx, actor, input.settings)

  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const adapter = await insertAdapter(tenant, {
      provider_id: providerId,
      kind,
      name,
      description: input.description ?? null,
      settings: ctx.vault.seal(JSON.stringify(settings)),
      ...shownSettings(settings),
      context_window: contextWindowOf(ctx, tenant, providerId, settings),
      shared_to_org: input.isSharedToOrg ?? false,
      created_by: actor.userId,
      modified_by: actor.userId,
    })
    if (!adapter) throw badRequest(nameTaken(name))
    const slot = slotOf[kind]
    const triad = await defaultTriadOf(tenant, actor.userId)
    if (slot && !triad?.[slot]) await saveTriad(tenant, actor.userId, { [slot]: adapter.id })
    return adapter
  })
}

export const nameTaken = (name: string) =>
  `An adapter of this type with the name “${name}” already exists.`
