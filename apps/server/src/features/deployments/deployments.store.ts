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
