import { notFound } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { findActor } from '../../organizations/organizations.port.ts'
import { findSimpleRow, type SimpleProjectRow } from './simple-projects.store.ts'

/** A visitor's project, with as whom its visitors act. */
export type OpenedProject = {
  readonly row: SimpleProjectRow
  readonly tenant: Tenant
  readonly actor: Actor
  /** Of the studio. */
  readonly projectId: string
}

/** Throws 404 for an id that is none, for a project that has gone or is about to, and where visitors are not let in. */
export async function getSimpleProject(
  { db, config }: Pick<Context, 'db' | 'config'>,
  id: string,
): Promise<OpenedProject> {
  const { isOpen, keepDays } = config.simpleStudio
  const row = isOpen && isUuid(id) ? await findSimpleRow({ db }, { id, keepDays }) : undefined
  if (!row) throw notFound('project')
  const tenant = { db, organizationId: row.organization_id }
  const actor = await findActor(tenant, row.user_id)
  if (!actor) throw notFound('project')
  return { row, tenant, actor, projectId: row.project_id }
}
