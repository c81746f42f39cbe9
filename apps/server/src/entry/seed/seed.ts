import { sql } from 'kysely'
import { findSeededAdmin } from '../../features/organizations/find-seeded-admin.ts'
import { sealPlatformKeys } from '../../features/organizations/platform-keys/seal-platform-keys.ts'
import { seedOrganization } from '../../features/organizations/seed-organization.ts'
import type { Context } from '../../platform/context.ts'
import {
  findInstallationValue,
  setInstallationValueOnce,
} from '../../platform/db/installation-values.ts'
import { type Seed, seeds } from './seeds.ts'

/**
 * Creates the organization, the admin and the samples of a new installation. Seeds run only once,
 * so nothing that a user deleted comes back. Seals keys that an earlier version stored in clear.
 * Returns whether the admin is new.
 */
export async function seed(ctx: Context, choosePassword: () => Promise<string>): Promise<boolean> {
  return ctx.db.connection().execute(async (connection) => {
    // One of several processes that start together seeds, and the others wait for it.
    await sql`select pg_advisory_lock(hashtext('recto:seed'))`.execute(connection)
    try {
      await sealPlatformKeys(ctx)
      const isNew = await seedOrganization(ctx, choosePassword)
      for (const seedDefinition of seeds) await seedOnce(ctx, seedDefinition)
      return isNew
    } finally {
      await sql`select pg_advisory_unlock(hashtext('recto:seed'))`.execute(connection)
    }
  })
}

async function seedOnce(ctx: Context, { name, run }: Seed): Promise<void> {
  const key = `seeded:${name}`
  if ((await findInstallationValue(ctx, key)) !== undefined) return
  const admin = await findSeededAdmin(ctx)
  if (admin) await run(ctx, admin)
  await setInstallationValueOnce(ctx, key, new Date().toISOString())
}
