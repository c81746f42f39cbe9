import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { isNameTaken } from '../../platform/db/refusals.ts'

export type DeploymentRow = Selectable<Tables['api_deployment']>
type NewDeployment = Omit<Insertable<Tables['api_deployment']>, 'organization_id'>

/** Answers `undefined` when the API name is already taken. */
export async function insertDeployment(
  { db, organizationId }: Tenant,
  deployment: NewDeployment,
): Promise<DeploymentRow | undefined> {
  return db
    .insertInto('api_deployment')
    .values({ ...deployment, organization_id: organizationId })
    .onConflict((c) => c.constraint('api_deployment_name_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findDeployment(
  { db, organizationId }: Tenant,
  id: string,
): Promise<DeploymentRow | undefined> {
  return db
    .selectFrom('api_deployment')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findDeploymentByName(
  { db, organizationId }: Tenant,
  apiName: string,
): Promise<DeploymentRow | undefined> {
  return db
    .selectFrom('api_deployment')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('api_name', '=', apiName)
    .executeTakeFirst()
}

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

/** Answers `undefined` when the new API name is already taken. */
export async function changeDeployment(
  { db, organizationId }: Tenant,
  id: string,
  changes: Updateable<Tables['api_deployment']>,
): Promise<DeploymentRow | undefined> {
  try {
    return await db
      .updateTable('api_deployment')
      .set({ ...changes, modified_at: new Date() })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (isNameTaken(error)) return undefined
    throw error
  }
}

export async function removeDeployment({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('api_deployment')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
