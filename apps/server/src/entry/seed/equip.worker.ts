import { findActor } from '../../features/organizations/organizations.port.ts'
import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob, type JobHandler } from '../../platform/work/jobs.ts'
import { equipJob } from './equip-organization.ts'
import { seeds } from './seeds.ts'

type EquipPayload = { readonly organizationId: number; readonly userId: number }

/** Runs the seeds of the first organization one after the other; each of them is repeatable. */
const equip: JobHandler<Context, EquipPayload> = async (ctx, { organizationId, userId }) => {
  const admin = await findActor({ db: ctx.db, organizationId }, userId)
  if (!admin) return
  for (const { run, isImmediate } of seeds) {
    if (!isImmediate) await run(ctx, admin)
  }
}

export const seedJobs: readonly BoundJob<Context>[] = [bindJob(equipJob, equip)]
