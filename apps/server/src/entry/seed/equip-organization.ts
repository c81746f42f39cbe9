import { seedAdapters } from '../../features/adapters/seed-adapters.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { equipJob } from './equip.jobs.ts'

/**
 * Gives an organization that somebody has made for themselves what the first one starts with: adapters at
 * once, so that its first page is complete, and the rest as a job of the same transaction.
 */
export async function equipOrganization(within: Context, admin: Actor): Promise<void> {
  const { id: organizationId } = admin.organization
  await seedAdapters(within, tenantOf(within, admin), admin.userId)
  await within.jobs.enqueue(
    equipJob,
    { organizationId, userId: admin.userId },
    { key: `equip-organization:${organizationId}`, organizationId, db: within.db },
  )
}
