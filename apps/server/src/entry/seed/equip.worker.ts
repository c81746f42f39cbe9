import { findActor } from '../../features/organizations/organizations.port.ts'
import type { Context } from '../../platform/context.ts'
import { type BoundJob, bind, type Handler } from '../../platform/jobs/jobs.ts'
import { equipJob } from './equip.jobs.ts'
import { seeds } from './seeds.ts'

type Payload = { readonly organizationId: number; readonly userId: number }

/** What the first organization is seeded with, one after the other; each of them can be repeated. */
const equip: Handler<Context, Payload> = async (ctx, { organizationId, userId }, durable) => {
  const find = () => findActor({ db: ctx.db, organizationId }, userId)
  const admin = await durable.everyTime('find', find)
  if (!admin) return
  for (const { name, run, isAtOnce } of seeds) {
    if (!isAtOnce) await durable.step(name, () => run(ctx, admin))
  }
}

export const seedJobs: readonly BoundJob<Context>[] = [bind(equipJob, equip)]
