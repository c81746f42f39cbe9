import { randomUUID } from 'node:crypto'
import { conflict } from '../../../platform/app-error.ts'
import type { Installation } from '../../../platform/db/database.ts'
import {
  insertFirstPlatformKey,
  insertOrganization,
  type OrganizationRow,
} from './organizations.store.ts'

/** Makes an organization with its first platform key. Call it in a transaction. */
export async function createOrganization(
  { db }: Installation,
  { slug, displayName }: { slug: string; displayName: string },
): Promise<OrganizationRow> {
  // Page addresses are built from the name and API addresses from the slug: they are the same.
  const made = await insertOrganization({ db }, { slug, name: slug, display_name: displayName })
  if (!made) throw conflict(`There is an organization ${slug} already.`)
  const key = { key: randomUUID(), name: 'Key #1' }
  await insertFirstPlatformKey({ db, organizationId: made.id }, key)
  return made
}
