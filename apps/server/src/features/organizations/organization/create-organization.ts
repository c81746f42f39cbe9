import { randomUUID } from 'node:crypto'
import { conflict } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import {
  insertFirstPlatformKey,
  insertOrganization,
  type OrganizationRow,
} from './organizations.store.ts'

/** Creates an organization with its first platform key. Call it in a transaction. */
export async function createOrganization(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  { slug, displayName }: { slug: string; displayName: string },
): Promise<OrganizationRow> {
  // Page addresses use the name and API addresses the slug: they must be the same.
  const organization = await insertOrganization(
    { db },
    { slug, name: slug, display_name: displayName },
  )
  if (!organization) throw conflict(`The organization ${slug} already exists.`)
  const firstKey = { sealedKey: vault.seal(randomUUID()), name: 'Key #1' }
  await insertFirstPlatformKey({ db, organizationId: organization.id }, firstKey)
  return organization
}
