import type { Settings } from '@recto/provider-spec/provider'
import { badRequest, forbidden } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { assertMembers } from '../organizations/organizations.port.ts'
import { resolveSealed, shownSettings } from './adapter-settings.ts'
import { mayEditAdapter } from './adapters.policy.ts'
import { type AdapterRow, listShares, replaceShares, updateAdapterRow } from './adapters.store.ts'
import { contextWindowOf } from './catalogue.ts'
import { nameTaken } from './create-adapter.ts'
import { forgetTriadSlots } from './default-triad.store.ts'
import { getVisibleAdapter } from './get-adapter.ts'

type Needs = Pick<Context, 'db' | 'vault' | 'providers' | 'fetch' | 'reader'>
type Input = {
  readonly actor: Actor
  readonly id: string
  readonly name?: string | undefined
  readonly settings?: Settings | undefined
  readonly description?: string | null | undefined
  readonly isSharedToOrg?: boolean | undefined
  /** Replaces the whole list. */
  readonly sharedWith?: readonly number[] | undefined
}

/** Changes what is given and keeps the rest. Marks of sealed secrets keep the stored secret. */
export async function updateAdapter(ctx: Needs, input: Input): Promise<AdapterRow> {
  const { actor, id } = input
  const adapter = await getVisibleAdapter(ctx, { actor, id })
  if (!mayEditAdapter(actor, adapter)) throw forbidden()
  const settings = input.settings && (await resolveSealed(ctx, actor, input.settings))

  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const changed = await updateAdapterRow(tenant, id, {
      ...(input.name !== undefined && { name: input.name }),
      ...(input.description !== undefined && { description: input.description }),
      ...(input.isSharedToOrg !== undefined && { shared_to_org: input.isSharedToOrg }),
      ...(settings && {
        settings: ctx.vault.seal(JSON.stringify(settings)),
        ...shownSettings(settings),
        context_window: contextWindowOf(ctx, tenant, adapter.provider_id, settings),
      }),
      modified_by: actor.userId,
    })
    if (!changed) throw badRequest(nameTaken(input.name ?? adapter.name))
    if (input.sharedWith) await share(tenant, id, input.sharedWith)
    return changed
  })
}

async function share(tenant: Tenant, id: string, userIds: readonly number[]): Promise<void> {
  const before = (await listShares(tenant, [id])).get(id) ?? []
  await assertMembers(
    tenant,
    userIds.filter((userId) => !before.includes(userId)),
  )
  await replaceShares(tenant, id, [...new Set(userIds)])
  const removed = before.filter((userId) => !userIds.includes(userId))
  await forgetTriadSlots(tenant, id, removed)
}
