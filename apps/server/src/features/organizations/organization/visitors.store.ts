import type { Tenant } from '../../../platform/db/database.ts'

/** Of an organization of visitors; those of another one stay. */
export async function deleteMembers({ db, organizationId }: Tenant): Promise<void> {
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

/** With all rows of it; whether it was there. */
export async function deleteVisitorsRow({ db, organizationId }: Tenant): Promise<boolean> {
  const gone = await db
    .deleteFrom('organization')
    .where('id', '=', organizationId)
    .where('kind', '=', 'visitors')
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}
