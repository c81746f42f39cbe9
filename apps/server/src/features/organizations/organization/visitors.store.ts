import type { Tenant } from '../../../platform/db/database.ts'

/**
 * Deletes the members of the tenant if it is an organization of visitors; members of any other
 * organization are not touched.
 */
export async function deleteMembersOfVisitors({ db, organizationId }: Tenant): Promise<void> {
  await db
    .deleteFrom('member')
    .where('organization_id', '=', organizationId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('organization')
          .select('organization.id')
          .where('organization.id', '=', organizationId)
          .where('organization.kind', '=', 'visitors'),
      ),
    )
    .execute()
}

/** Deletes an organization of visitors with all its rows; returns whether it existed. */
export async function deleteVisitorsRow({ db, organizationId }: Tenant): Promise<boolean> {
  const deletedRow = await db
    .deleteFrom('organization')
    .where('id', '=', organizationId)
    .where('kind', '=', 'visitors')
    .returning('id')
    .executeTakeFirst()
  return deletedRow !== undefined
}
