import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { escapeLike } from '../../platform/db/escape-like.ts'
import { namedRows } from '../../platform/db/named-rows.ts'
import { breaksUnique } from '../../platform/db/refusals.ts'
import type { WantedList } from '../../platform/wanted-list.ts'

export type DeploymentRow = Selectable<Tables['api_deployment']>

const rows = namedRows({ table: 'api_deployment', unique: 'api_deployment_name_key' })

/** The name is the API name. Its keys go with it. */
export const { find: findDeployment, remove: removeDeployment } = rows

/** Returns `undefined` when the API name is taken, in whatever case. */
export const insertDeployment: typeof rows.insert = (tenant, fields) =>
  rows.insert(tenant, fields).catch(unlessNamesake)

/** Returns `undefined` when the new API name is taken, in whatever case. */
export const changeDeployment: typeof rows.change = (tenant, id, changes) =>
  rows.change(tenant, id, changes).catch(unlessNamesake)

function unlessNamesake(error: unknown): undefined {
  if (!breaksUnique(error, 'api_deployment_folded_name_key')) throw error
}

export type WantedDeployments = WantedList<
  'display_name' | 'api_name' | 'created_at' | 'modified_at'
> & { readonly workflowId?: string | undefined }

function wantedDeployments(
  { db, organizationId }: Tenant,
  { workflowId, search }: WantedDeployments,
) {
  let query = db.selectFrom('api_deployment').where('organization_id', '=', organizationId)
  if (workflowId) query = query.where('workflow_id', '=', workflowId)
  return search ? query.where('display_name', 'ilike', `%${escapeLike(search)}%`) : query
}

export async function findDeployments(
  tenant: Tenant,
  wanted: WantedDeployments,
): Promise<DeploymentRow[]> {
  const { order, window } = wanted
  let query = wantedDeployments(tenant, wanted)
    .selectAll()
    .orderBy(order.by, order.direction)
    .orderBy('id')
  if (window) query = query.limit(window.pageSize).offset((window.page - 1) * window.pageSize)
  return query.execute()
}

/** Of all pages. */
export async function countDeployments(tenant: Tenant, wanted: WantedDeployments): Promise<number> {
  const { count } = await wantedDeployments(tenant, wanted)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those of workflows that use the tool made of the project, newest first. */
export async function findDeploymentsOfProject(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<DeploymentRow[]> {
  return db
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
    .execute()
}
