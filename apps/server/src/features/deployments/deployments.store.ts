import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { namedRows } from '../../platform/db/named-rows.ts'

export type DeploymentRow = Selectable<Tables['api_deployment']>

/** The name is the API name. Its keys go with it. */
export const {
  find: findDeployment,
  insert: insertDeployment,
  change: changeDeployment,
  remove: removeDeployment,
} = namedRows({ table: 'api_deployment', unique: 'api_deployment_name_key' })

export async function findDeployments(
  { db, organizationId }: Tenant,
  workflowId?: string,
): Promise<DeploymentRow[]> {
  let query = db
    .selectFrom('api_deployment')
    .selectAll()
    .where('organization_id', '=', organizationId)
  if (workflowId) query = query.where('workflow_id', '=', workflowId)
  return query.orderBy('created_at', 'desc').orderBy('id').execute()
}

/** Whether a deployment runs a workflow that uses the tool made of the project. */
export async function isProjectDeployed(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('api_deployment')
    .innerJoin('tool_instance', (join) =>
      join
        .onRef('tool_instance.organization_id', '=', 'api_deployment.organization_id')
        .onRef('tool_instance.workflow_id', '=', 'api_deployment.workflow_id'),
    )
    .innerJoin('tool', (join) =>
      join
        .onRef('tool.organization_id', '=', 'tool_instance.organization_id')
        .onRef('tool.id', '=', 'tool_instance.tool_id'),
    )
    .select('api_deployment.id')
    .where('api_deployment.organization_id', '=', organizationId)
    .where('tool.project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
