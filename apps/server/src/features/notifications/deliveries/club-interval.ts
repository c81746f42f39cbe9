import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import {
  findOrganization,
  recordChange,
  updateOrganization,
} from '../../organizations/organizations.port.ts'
import { wakeWaitingDeliveries } from './deliveries.store.ts'

/** Returns the seconds within which runs are told of in one message; 0: each run has its own. */
export async function readClubInterval(tenant: Tenant): Promise<number> {
  const organization = await findOrganization(tenant)
  if (!organization) throw notFound('organization')
  return organization.club_interval_seconds
}

type ChangeRequest = { readonly actor: Actor; readonly seconds: number }

export async function changeClubInterval(
  ctx: Pick<Context, 'db'>,
  { actor, seconds }: ChangeRequest,
): Promise<void> {
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const oldSeconds = await readClubInterval(tenant)
    await updateOrganization(tenant, { club_interval_seconds: seconds })
    await wakeWaitingDeliveries(tenant)
    const { id, name } = actor.organization
    await recordChange(tenant, actor, {
      action: 'organization.changed',
      subject: { type: 'organization', id: String(id), name },
      before: { club_interval_seconds: oldSeconds },
      after: { club_interval_seconds: seconds },
    })
  })
}
