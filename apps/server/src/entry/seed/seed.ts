import { sql } from 'kysely'
import { findSeededAdmin } from '../../features/organizations/find-seeded-admin.ts'
import { seedOrganization } from '../../features/organizations/seed-organization.ts'
import type { Context } from '../../platform/context.ts'
import { findMark, setMark } from '../../platform/db/marks.ts'
import { type Seed, seeds } from './seeds.ts'

/**
 * Gives a new installation its organization, its admin and its samples. What was seeded once is
 * never seeded again, so nothing that a user deleted comes back. Returns whether the admin is new.
 */
export async function seed(ctx: Context, choosePassword: () => Promise<string>): Promise<boolean> {
  return ctx.db.connection().execute(async (line) => {
    // Of several processes that start at once, one seeds and the others wait for it.
    await sql`select pg_advisory_lock(hashtext('recto:seed'))`.execute(line)
    try {
      const isNew = await seedOrganization(ctx, choosePassword)
      for (const one of seeds) await seedOnce(ctx, one)
      return isNew
    } finally {
      await sql`select pg_advisory_unlock(hashtext('recto:seed'))`.execute(line)
    }
  })
}

async function seedOnce(ctx: Context, { name, run }: Seed): Promise<void> {
  const key = `seeded:${name}`
  if ((await findMark(ctx, key)) !== undefined) return
  const admin = await findSeededAdmin(ctx)
  if (admin) await run(ctx, admin)
  await setMark(ctx, key, new Date().toISOString())
}
