import { findActor } from '../../features/organizations/organizations.port.ts'
import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob, type JobHandler } from '../../platform/jobs/jobs.ts'
import { equipJob } from './equip-organization.ts'
import { seeds } from './seeds.ts'

type EquipPayload = { readonly organizationId: number; readonly userId: number }

/** Runs the seeds of the first organization one after the other; each of them is repeatable. */
const equip: JobHandler<Context, EquipPayload> = async (
  ctx,
  { organizationId, userId },
  durable,
) => {
  const find = () => findActor({ db: ctx.db, organizationId }, userId)
  const admin = await durable.runUnrecorded('find', find)
  if (!admin) return
  for (const { name, run, isImmediate } of seeds) {
    if (!isImmediate) await durable.step(name, () => run(ctx, admin))
  }
}

export const seedJobs: readonly BoundJob<Context>[] = [bindJob(equipJob, equip)]
