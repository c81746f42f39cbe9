import { sql } from 'kysely'
import { findSeededAdmin } from '../../features/organizations/find-seeded-admin.ts'
import { sealPlatformKeys } from '../../features/organizations/platform-keys/seal-platform-keys.ts'
import { seedOrganization } from '../../features/organizations/seed-organization.ts'
import type { Context } from '../../platform/context.ts'
import { startIdleTransactionSeconds } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  findInstallationValue,
  setInstallationValueOnce,
} from '../../platform/db/installation-values.ts'
import { defaultLeaseSeconds } from '../../platform/lease-seconds.ts'
import { type Seed, seeds } from './seeds.ts'

/** Runs one part of the seeding, again if it has to. */
type RunPart = <T>(part: () => Promise<T>) => Promise<T>

/**
 * Prepares a new installation completely. Returns whether the admin is new. The parts are separate, so that an
 * attempt that fails later does not hide that the password is new.
 */
export async function seed(
  ctx: Context,
  choosePassword: () => Promise<string>,
  runPart: RunPart = (part) => part(),
): Promise<boolean> {
  const isNew = await runPart(() => seedFirstAccount(ctx, choosePassword))
  await runPart(() => seedSamples(ctx))
  return isNew
}

/**
 * Creates the organization and the admin of a new installation, once: nothing that a user deleted comes back.
 * Seals keys that an earlier version stored in clear. Returns whether the admin is new.
 */
function seedFirstAccount(ctx: Context, choosePassword: () => Promise<string>): Promise<boolean> {
  return seedAlone(ctx, async (connection) => {
    await sealPlatformKeys(ctx)
    // It computes the hash of a password in a transaction, which takes seconds on a busy machine.
    await setIdleTransactionSeconds(connection, startIdleTransactionSeconds)
    const isNew = await seedOrganization({ ...ctx, db: connection }, choosePassword)
    await setIdleTransactionSeconds(connection, defaultLeaseSeconds)
    return isNew
  })
}

/** Creates the samples of a new installation, and whatever else it starts with, each of them once. */
function seedSamples(ctx: Context): Promise<void> {
  return seedAlone(ctx, async () => {
    for (const seedDefinition of seeds) await seedOnce(ctx, seedDefinition)
  })
}

/** One of several processes that start together seeds, and the others wait for it. */
function seedAlone<T>(ctx: Context, seed: (connection: Db) => Promise<T>): Promise<T> {
  return ctx.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext('recto:seed'))`.execute(connection)
    try {
      return await seed(connection)
    } finally {
      // A lost connection has released it, and must not hide the reason.
      await sql`select pg_advisory_unlock(hashtext('recto:seed'))`
        .execute(connection)
        .catch(() => {})
    }
  })
}

async function setIdleTransactionSeconds(db: Db, seconds: number): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${`${seconds}s`}, false)`.execute(
    db,
  )
}

async function seedOnce(ctx: Context, { name, run }: Seed): Promise<void> {
  const key = `seeded:${name}`
  if ((await findInstallationValue(ctx, key)) !== undefined) return
  const admin = await findSeededAdmin(ctx)
  if (admin) await run(ctx, admin)
  await setInstallationValueOnce(ctx, key, new Date().toISOString())
}
