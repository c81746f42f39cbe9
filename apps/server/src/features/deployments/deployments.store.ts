import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { violatesUniqueConstraint } from '../../platform/db/database-errors.ts'
import { createNamedRowQueries } from '../../platform/db/named-rows.ts'
import { escapeLike } from '../../platform/db/sql-text.ts'
import { type Viewer, whereVisible } from '../../platform/db/visible-rows.ts'
import type { ListQuery } from '../../platform/list-query.ts'

export type DeploymentRow = Selectable<Tables['api_deployment']>

const rows = createNamedRowQueries({
  table: 'api_deployment',
  uniqueConstraint: 'api_deployment_name_key',
})

/** The unique name is the API name. Deleting a deployment also deletes its keys. */
export const { find: findDeployment, delete: removeDeployment } = rows

/** Returns `undefined` when the API name is taken, regardless of case. */
export const insertDeployment: typeof rows.insert = (tenant, fields) =>
  rows.insert(tenant, fields).catch(unlessNamesake)

/** Returns `undefined` when the new API name is taken, regardless of case. */
export const changeDeployment: typeof rows.update = (tenant, id, changes) =>
  rows.update(tenant, id, changes).catch(unlessNamesake)

function unlessNamesake(error: unknown): undefined {
  if (!violatesUniqueConstraint(error, 'api_deployment_folded_name_key')) throw error
}

export type DeploymentListQuery = ListQuery<
  'display_name' | 'api_name' | 'created_at' | 'modified_at'
> & { readonly workflowId?: string | undefined }

function selectDeployments(
  { db, organizationId }: Tenant,
  viewer: Viewer,
  { workflowId, search, name }: DeploymentListQuery,
) {
  let query = db
    .selectFrom('api_deployment')
    .where('organization_id', '=', organizationId)
    .where(whereVisible(viewer, 'deployment/see', 'api_deployment'))
  if (workflowId) query = query.where('workflow_id', '=', workflowId)
  if (name !== undefined) query = query.where('api_name', '=', name)
  return search ? query.where('display_name', 'ilike', `%${escapeLike(search)}%`) : query
}

export async function findDeployments(
  tenant: Tenant,
  viewer: Viewer,
  listQuery: DeploymentListQuery,
): Promise<DeploymentRow[]> {
  const { order, page } = listQuery
  const pageSize = page?.pageSize ?? 0
  return selectDeployments(tenant, viewer, listQuery)
    .selectAll()
    .orderBy(order.by, order.direction)
    .orderBy('id')
    .$if(page !== undefined, (query) =>
      query.limit(pageSize).offset(((page?.page ?? 1) - 1) * pageSize),
    )
    .execute()
}

/** Counts the matching deployments on all pages. */
export async function countDeployments(
  tenant: Tenant,
  viewer: Viewer,
  listQuery: DeploymentListQuery,
): Promise<number> {
  const { count } = await selectDeployments(tenant, viewer, listQuery)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the deployments whose workflows use the tool exported from the project, newest first. */
export async function findDeploymentsOfProject(
  { db, organizationId }: Tenant,
  projectId: string,
  { viewer }: { readonly viewer?: Viewer } = {},
): Promise<DeploymentRow[]> {
  const query = db
    .selectFrom('api_deployment')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('workflow_id', 'in', (query) =>
      query
        .selectFrom('tool_instance')
        .innerJoin('tool', (join) =>
          join
            .onRef('tool.organization_id', '=', 'tool_instance.organization_id')
            .onRef('tool.id', '=', 'tool_instance.tool_id'),
        )
        .select('tool_instance.workflow_id')
        .where('tool_instance.organization_id', '=', organizationId)
        .where('tool.project_id', '=', projectId),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
  if (!viewer) return query.execute()
  return query.where(whereVisible(viewer, 'deployment/see', 'api_deployment')).execute()
}
