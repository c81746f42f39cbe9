import { projectFields } from '@recto/contract/prompt-studio/project-fields'
import type { FieldEdits } from '@recto/contract/wire/fields'
import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { createNamedRowQueries } from '../../../platform/db/named-rows.ts'
import { escapeLike } from '../../../platform/db/sql-text.ts'
import { type Viewer, whereVisible } from '../../../platform/db/visible-rows.ts'
import type { ListQuery } from '../../../platform/list-query.ts'

export type ProjectRow = Selectable<Tables['project']>

/** The fields of a project that a person can set. An `undefined` field keeps its value. */
export type EditableProject = FieldEdits<typeof projectFields>

export const {
  /** Returns `undefined` when the name is already taken. */
  insert: insertProject,
  /** Returns `undefined` if the new name is already taken. */
  update: changeProject,
  /** Returns false if something still uses the tool of the project. */
  delete: removeProject,
} = createNamedRowQueries({
  table: 'project',
  uniqueConstraint: 'project_name_key',
  fields: projectFields,
})

function visibleProjects({ db, organizationId }: Tenant, viewer: Viewer) {
  return db
    .selectFrom('project')
    .where('project.organization_id', '=', organizationId)
    .where(whereVisible(viewer, 'project/see', 'project'))
}

export type ProjectListQuery = ListQuery<'name' | 'created_at' | 'modified_at'>

const newestChange = { by: 'modified_at', direction: 'desc' } as const

export async function listVisibleProjects(
  tenant: Tenant,
  viewer: Viewer,
  { order, page, ...filter }: ProjectListQuery = { order: newestChange },
): Promise<ProjectRow[]> {
  let query = filterByName(visibleProjects(tenant, viewer), filter)
    .selectAll('project')
    .orderBy(`project.${order.by}`, order.direction)
    .orderBy('project.id')
  if (page) query = query.limit(page.pageSize).offset((page.page - 1) * page.pageSize)
  return query.execute()
}

export async function countVisibleProjects(
  tenant: Tenant,
  viewer: Viewer,
  filter: NameFilter,
): Promise<number> {
  const { count } = await filterByName(visibleProjects(tenant, viewer), filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type NameFilter = Pick<ProjectListQuery, 'search' | 'name'>

function filterByName(projects: ReturnType<typeof visibleProjects>, { search, name }: NameFilter) {
  const query = name === undefined ? projects : projects.where('project.name', '=', name)
  return search ? query.where('project.name', 'ilike', `%${escapeLike(search)}%`) : query
}

export async function listVisibleProjectIds(tenant: Tenant, viewer: Viewer): Promise<string[]> {
  const rows = await visibleProjects(tenant, viewer)
    .select('project.id')
    .orderBy('project.modified_at', 'desc')
    .orderBy('project.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function findVisibleProject(
  tenant: Tenant,
  viewer: Viewer,
  id: string,
): Promise<ProjectRow | undefined> {
  return visibleProjects(tenant, viewer)
    .selectAll('project')
    .where('project.id', '=', id)
    .executeTakeFirst()
}

export async function listProjectsById(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<ProjectRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('project')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}

/** Counts all projects of the organization. */
export async function countProjects({ db, organizationId }: Tenant): Promise<number> {
  const { count } = await db
    .selectFrom('project')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

/** Until the transaction ends, nobody else can change the order or the flags in the project. */
export async function lockProject({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .selectFrom('project')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
}

/** Returns the ids of the users with whom each project is shared individually. */
export async function listProjectShares(
  { db, organizationId }: Tenant,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const shares = new Map<string, number[]>()
  if (projectIds.length === 0) return shares
  const rows = await db
    .selectFrom('project_share')
    .select(['project_id', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .orderBy('user_id')
    .execute()
  for (const { project_id, user_id } of rows) {
    shares.set(project_id, [...(shares.get(project_id) ?? []), user_id])
  }
  return shares
}

export async function replaceProjectShares(
  { db, organizationId }: Tenant,
  projectId: string,
  userIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('project_share')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
  if (userIds.length === 0) return
  const rows = [...new Set(userIds)].map((user_id) => ({
    organization_id: organizationId,
    project_id: projectId,
    user_id,
  }))
  await db.insertInto('project_share').values(rows).execute()
}

/** Selects the document if the project has no selected document, or one that was deleted. */
export async function selectFirstDocument(
  { db, organizationId }: Tenant,
  { projectId, documentId }: { readonly projectId: string; readonly documentId: string },
): Promise<void> {
  await db
    .updateTable('project')
    .set({ selected_document: documentId })
    .where('organization_id', '=', organizationId)
    .where('id', '=', projectId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('prompt_document')
            .select('prompt_document.id')
            .whereRef('prompt_document.organization_id', '=', 'project.organization_id')
            .whereRef('prompt_document.project_id', '=', 'project.id')
            .where(sql<boolean>`prompt_document.id::text = project.selected_document`),
        ),
      ),
    )
    .execute()
}
