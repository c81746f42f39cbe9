import { randomUUID } from 'node:crypto'
import { conflict } from '../../../platform/app-error.ts'
import type { Installation } from '../../../platform/db/database.ts'
import {
  insertFirstPlatformKey,
  insertOrganization,
  type OrganizationRow,
} from './organizations.store.ts'

/** Creates an organization with its first platform key. Call it in a transaction. */
export async function createOrganization(
  { db }: Installation,
  { slug, displayName }: { slug: string; displayName: string },
): Promise<OrganizationRow> {
  // Page addresses use the name and API addresses the slug: they must be the same.
  const organization = await insertOrganization(
    { db },
    { slug, name: slug, display_name: displayName },
  )
  if (!organization) throw conflict(`The organization ${slug} already exists.`)
  const key = { key: randomUUID(), name: 'Key #1' }
  await insertFirstPlatformKey({ db, organizationId: organization.id }, key)
  return organization
}
