import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

type Lease = { readonly holder: string; readonly holderName: string; readonly seconds: number }

/** Takes or renews the lease; undefined while another process has it. All times are those of the database. */
export async function saveApplyLease(
  { db, organizationId }: Tenant,
  { holder, holderName, seconds }: Lease,
): Promise<Date | undefined> {
  const expiry = sql<Date>`now() + make_interval(secs => ${seconds})`
  const row = await db
    .insertInto('apply_lease')
    .values({
      organization_id: organizationId,
      holder,
      holder_name: holderName,
      began_at: sql<Date>`now()`,
      expires_at: expiry,
    })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet({
          holder,
          holder_name: holderName,
          began_at: sql<Date>`case when apply_lease.holder = ${holder} then apply_lease.began_at else now() end`,
          expires_at: expiry,
        })
        .where((build) =>
          build.or([
            build('apply_lease.holder', '=', holder),
            build('apply_lease.expires_at', '<', sql<Date>`now()`),
          ]),
        ),
    )
    .returning('expires_at')
    .executeTakeFirst()
  return row?.expires_at
}

/** Renews the lease, also an expired one; undefined if another process has had it since. */
export async function renewApplyLease(
  { db, organizationId }: Tenant,
  { holder, seconds }: Omit<Lease, 'holderName'>,
): Promise<Date | undefined> {
  const row = await db
    .updateTable('apply_lease')
    .set({ expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('organization_id', '=', organizationId)
    .where('holder', '=', holder)
    .returning('expires_at')
    .executeTakeFirst()
  return row?.expires_at
}

export const findApplyLease = ({ db, organizationId }: Tenant) =>
  db
    .selectFrom('apply_lease')
    .select(['holder_name', 'began_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()

export async function deleteApplyLease(
  { db, organizationId }: Tenant,
  holder: string,
): Promise<void> {
  await db
    .deleteFrom('apply_lease')
    .where('organization_id', '=', organizationId)
    .where('holder', '=', holder)
    .execute()
}
