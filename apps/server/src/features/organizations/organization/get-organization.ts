import { notFound } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import { findOrganizationBySlug, type OrganizationRow } from './organizations.store.ts'

/** The one that the actor works in. */
export async function getOrganization(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
): Promise<OrganizationRow> {
  const organization = await findOrganizationBySlug(db, actor.organization.slug)
  if (!organization) throw notFound('organization')
  return organization
}
