import { z } from 'zod'
import { seedAdapters } from '../../features/adapters/seed-adapters.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { defineJob } from '../../platform/work/jobs.ts'

/** Sets up everything but the adapters of a new organization, shortly after its creation. */
export const equipJob = defineJob({
  name: 'seed/equip-organization',
  payload: z.object({ organizationId: z.number().int(), userId: z.number().int() }),
})

/**
 * Sets up a new organization like the first one: adapters immediately, so that its first page is
 * complete, and the rest in a job of the same transaction.
 */
export async function equipOrganization(ctx: Context, admin: Actor): Promise<void> {
  const { id: organizationId } = admin.organization
  await seedAdapters(ctx, tenantOf(ctx, admin), admin.userId)
  await ctx.jobs.enqueue(
    equipJob,
    { organizationId, userId: admin.userId },
    { key: `equip-organization:${organizationId}`, organizationId, db: ctx.db },
  )
}
