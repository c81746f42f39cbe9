import { omitUndefined } from '@recto/omit-undefined'
import type { Settings } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { loadShares, replaceShareLists } from '../../platform/db/sharing.ts'
import {
  getConnection,
  listMissingSecrets,
  restoreSecrets,
  sealSettings,
} from '../connections/connections.port.ts'
import { assertMembers, recordChange } from '../organizations/organizations.port.ts'
import { contextWindowOf, getProviderOfKind } from './catalogue/catalogue.ts'
import { adapterNameTaken, readModel } from './create-adapter.ts'
import { clearTriadSlots } from './defaults/default-triad.store.ts'
import { keepSettingsOfRuns } from './opening/keep-settings-of-runs.ts'
import { type NetworkDependencies, networkOf } from './opening/open-adapter.ts'
import { adapterConnections } from './rows/adapter-connections.ts'
import { type AdapterRow, changeAdapter } from './rows/adapters.store.ts'
import { deleteTrouble } from './rows/troubles.store.ts'

type UpdateAdapterDependencies = Pick<Context, 'db' | 'vault' | 'providers'> & NetworkDependencies
type UpdateAdapterRequest = {
  readonly actor: Actor
  readonly id: string
  readonly name?: string | undefined
  readonly settings?: Settings | undefined
  readonly description?: string | null | undefined
  readonly isSharedToOrg?: boolean | undefined
  readonly isExternal?: boolean | undefined
  /** Replaces the whole list. */
  readonly sharedWith?: readonly number[] | undefined
}

/** Changes the given fields only. Placeholders keep the stored secrets. */
export async function updateAdapter(
  ctx: UpdateAdapterDependencies,
  input: UpdateAdapterRequest,
): Promise<AdapterRow> {
  const { actor, id } = input
  const adapter = await getConnection(ctx, adapterConnections, { actor, id }, 'open')
  const providerId = adapter.provider_id
  const settings =
    input.settings &&
    (await restoreSecrets(ctx, adapterConnections, {
      actor,
      providerId,
      settings: input.settings,
    }))

  const ownTenant = tenantOf(ctx, actor)
  const changedSettings = settings && {
    settings: sealSettings(ctx, settings),
    missingSecrets: listMissingSecrets(ctx, adapterConnections, {
      row: adapter,
      settings,
      open: () =>
        getProviderOfKind(ctx, providerId, adapter.kind).open(settings, networkOf(ctx, ownTenant)),
    }),
    model: readModel(settings),
    contextWindow: await contextWindowOf(ctx, ownTenant, providerId, settings),
  }

  return inTransaction(ownTenant, async (tenant) => {
    if (settings) {
      await keepSettingsOfRuns(ctx, tenant, { adapter, settings })
      await deleteTrouble(tenant, id)
    }
    const updatedAdapter = await changeAdapter(tenant, id, {
      name: input.name,
      description: input.description,
      sharedToOrg: input.isSharedToOrg,
      outside: input.isExternal,
      ...changedSettings,
      modifiedBy: actor.userId,
    })
    if (!updatedAdapter) throw adapterNameTaken(input.name ?? adapter.name)
    if (input.sharedWith) await share(tenant, id, input.sharedWith)
    await recordChange(tenant, actor, {
      action: 'adapter.changed',
      subject: { type: 'adapter', id, name: updatedAdapter.name },
      before: auditValuesOf(adapter),
      // Records only that settings were changed: they contain secrets.
      after: {
        ...auditValuesOf(updatedAdapter),
        ...omitUndefined({ settings: settings && 'changed' }),
      },
    })
    return updatedAdapter
  })
}

const auditValuesOf = ({
  name,
  description,
  model,
  shared_to_org,
  outside: isOutside,
}: AdapterRow) => ({
  name,
  description,
  model,
  shared_to_org,
  is_outside: isOutside,
})

async function share(tenant: Tenant, id: string, userIds: readonly number[]): Promise<void> {
  const key = { table: 'adapter', id } as const
  const { users: oldUserIds } = await loadShares(tenant, key)
  await assertMembers(
    tenant,
    userIds.filter((userId) => !oldUserIds.includes(userId)),
  )
  await replaceShareLists(tenant, key, { users: userIds })
  const removedUserIds = oldUserIds.filter((userId) => !userIds.includes(userId))
  await clearTriadSlots(tenant, id, removedUserIds)
}
