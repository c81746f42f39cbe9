import { notFound } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/strings.ts'
import { findActor } from '../../organizations/organizations.port.ts'
import { findSimpleRow, type SimpleProjectRow } from './simple-projects.store.ts'

/** A visitor's project, with the actor as whom its visitors act. */
export type OpenedProject = {
  readonly row: SimpleProjectRow
  readonly tenant: Tenant
  readonly actor: Actor
  /** Id of the studio project. */
  readonly projectId: string
}

/**
 * Returns a visitor's project. Throws 404 for a malformed id, for a project that is deleted or
 * expired, and where visitors are not allowed.
 */
export async function getSimpleProject(
  { db, config }: Pick<Context, 'db' | 'config'>,
  id: string,
): Promise<OpenedProject> {
  const { isOpen, retentionDays } = config.simpleStudio
  const row =
    isOpen && isUuid(id) ? await findSimpleRow({ db }, { id, keepDays: retentionDays }) : undefined
  if (!row) throw notFound('project')
  const tenant = { db, organizationId: row.organization_id }
  const actor = await findActor(tenant, row.user_id)
  if (!actor) throw notFound('project')
  return { row, tenant, actor, projectId: row.project_id }
}

/** Returns the id; throws 404 for a malformed one, as for an unknown one. */
export function asUuid(id: string, noun: string): string {
  if (!isUuid(id)) throw notFound(noun)
  return id
}
