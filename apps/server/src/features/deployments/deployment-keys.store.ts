import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { type FieldChanges, type NewFields, toColumns } from '../../platform/db/fields.ts'

export type DeploymentKeyRow = Selectable<Tables['deployment_key']>

export async function insertKey(
  { db, organizationId }: Tenant,
  key: NewFields<'deployment_key'>,
): Promise<DeploymentKeyRow> {
  return db
    .insertInto('deployment_key')
    .values({ ...toColumns(key), organization_id: organizationId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Filter = { id?: string; deploymentId?: string; pipelineId?: string; keyHash?: string }

/** Returns the keys that match the filter, oldest first. */
export async function findKeys(
  { db, organizationId }: Tenant,
  { id, deploymentId, pipelineId, keyHash }: Filter,
): Promise<DeploymentKeyRow[]> {
  let query = db
    .selectFrom('deployment_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
  if (id) query = query.where('id', '=', id)
  if (deploymentId) query = query.where('deployment_id', '=', deploymentId)
  if (pipelineId) query = query.where('pipeline_id', '=', pipelineId)
  if (keyHash) query = query.where('key_hash', '=', keyHash)
  return query.orderBy('created_at').orderBy('id').execute()
}

export async function changeKey(
  { db, organizationId }: Tenant,
  id: string,
  changes: FieldChanges<'deployment_key'>,
): Promise<DeploymentKeyRow> {
  return db
    .updateTable('deployment_key')
    .set({ ...toColumns(changes), modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeKey({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('deployment_key')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
