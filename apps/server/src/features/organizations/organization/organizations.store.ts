import type { Selectable } from 'kysely'
import type { Installation, Tenant } from '../../../platform/db/database.ts'
import type { OrganizationTables } from '../../../platform/db/tables/organizations.ts'

export type OrganizationRow = Selectable<OrganizationTables['organization']>

type NewOrganization = Pick<OrganizationRow, 'slug' | 'name' | 'display_name'> &
  Partial<Pick<OrganizationRow, 'kind'>>

/** Inserts an organization; returns `undefined` when the slug is taken. */
export async function insertOrganization(
  { db }: Installation,
  organization: NewOrganization,
): Promise<OrganizationRow | undefined> {
  return db
    .insertInto('organization')
    .values(organization)
    .onConflict((conflict) => conflict.constraint('organization_slug_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function insertFirstPlatformKey(
  { db, organizationId }: Tenant,
  { sealedKey, name }: { sealedKey: string; name: string },
): Promise<void> {
  await db
    .insertInto('platform_key')
    .values({
      organization_id: organizationId,
      sealed_key: sealedKey,
      key_name: name,
      is_active: true,
    })
    .execute()
}

/**
 * Locks the organization until the transaction ends, so that changes of its members, groups and
 * keys do not overlap.
 */
export async function lockOrganization({ db, organizationId }: Tenant): Promise<void> {
  await db
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .forUpdate()
    .execute()
}

/** Finds an organization by its slug, which is its id in paths. */
export async function findOrganizationBySlug(
  { db }: Installation,
  slug: string,
): Promise<OrganizationRow | undefined> {
  return db.selectFrom('organization').selectAll().where('slug', '=', slug).executeTakeFirst()
}

/** Updates the organization's own settings. */
export async function updateOrganization(
  { db, organizationId }: Tenant,
  changes: Partial<
    Pick<
      OrganizationRow,
      | 'restrict_llm_adapter_creation'
      | 'restrict_connector_creation'
      | 'second_factor'
      | 'allows_agents'
      | 'club_interval_seconds'
    >
  >,
): Promise<void> {
  await db
    .updateTable('organization')
    .set({ ...changes, modified_at: new Date() })
    .where('id', '=', organizationId)
    .execute()
}

/** Finds the tenant's own organization. */
export async function findOrganization({
  db,
  organizationId,
}: Tenant): Promise<OrganizationRow | undefined> {
  return db
    .selectFrom('organization')
    .selectAll()
    .where('id', '=', organizationId)
    .executeTakeFirst()
}

/** Returns the slug, which is the organization's id in paths. */
export async function organizationSlug(tenant: Tenant): Promise<string> {
  return (await findOrganization(tenant))?.slug ?? ''
}

export async function listOrganizationsOf(
  { db }: Installation,
  userId: number,
): Promise<OrganizationRow[]> {
  return db
    .selectFrom('organization')
    .innerJoin('member', 'member.organization_id', 'organization.id')
    .selectAll('organization')
    .where('member.user_id', '=', userId)
    .orderBy('organization.display_name')
    .orderBy('organization.id')
    .execute()
}
