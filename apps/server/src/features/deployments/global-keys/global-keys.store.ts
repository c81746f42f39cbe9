import type { Tenant } from '../../../platform/db/database.ts'
import type { DeploymentRow } from '../deployments.store.ts'

export type OpenedRow = Pick<DeploymentRow, 'id' | 'display_name' | 'api_name' | 'is_active'> & {
  readonly keyId: string
}

/** Returns the deployments that the keys open, ordered by name; none for a key that opens all. */
export async function findTargets(
  { db, organizationId }: Tenant,
  keyIds: readonly string[],
): Promise<OpenedRow[]> {
  if (keyIds.length === 0) return []
  return db
    .selectFrom('global_deployment_key_target as target')
    .innerJoin('api_deployment', (join) =>
      join
        .onRef('api_deployment.organization_id', '=', 'target.organization_id')
        .onRef('api_deployment.id', '=', 'target.deployment_id'),
    )
    .select([
      'target.key_id as keyId',
      'api_deployment.id',
      'api_deployment.display_name',
      'api_deployment.api_name',
      'api_deployment.is_active',
    ])
    .where('target.organization_id', '=', organizationId)
    .where('target.key_id', 'in', keyIds)
    .orderBy('api_deployment.display_name')
    .orderBy('api_deployment.id')
    .execute()
}

/** Returns which of the ids are deployments of the organization. */
export async function findDeploymentIds(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('api_deployment')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Replaces the deployments that the key opens. */
export async function replaceTargets(
  { db, organizationId }: Tenant,
  keyId: string,
  deploymentIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('global_deployment_key_target')
    .where('organization_id', '=', organizationId)
    .where('key_id', '=', keyId)
    .execute()
  if (deploymentIds.length === 0) return
  await db
    .insertInto('global_deployment_key_target')
    .values(
      deploymentIds.map((deployment_id) => ({
        organization_id: organizationId,
        key_id: keyId,
        deployment_id,
      })),
    )
    .execute()
}
