import type { Db } from '../../platform/db/database.ts'
import type { DeploymentRow } from './deployments.store.ts'

/** Before any organization is known: the address names it. */
type Installation = { readonly db: Db }

type Call = { readonly slug: string; readonly apiName: string; readonly keyHash: string }

export type Admission = {
  readonly organizationId: number
  readonly deployment: DeploymentRow
  /** Absent when the key is neither one of the deployment's nor a global one that opens it. */
  readonly isKeyActive: boolean | null
  /** Of what the organization's workflows, tools and adapters are. */
  readonly version: number
}

/**
 * All that says who calls and what for. `undefined` without such a deployment. One statement where the key is
 * the deployment's own, as nearly every caller's is; only another key is looked for among the global ones.
 */
export async function findAdmission(
  { db }: Installation,
  { slug, apiName, keyHash }: Call,
): Promise<Admission | undefined> {
  const row = await db
    .selectFrom('organization')
    .innerJoin('api_deployment', 'api_deployment.organization_id', 'organization.id')
    .leftJoin('deployment_key', (join) =>
      join
        .onRef('deployment_key.organization_id', '=', 'organization.id')
        .onRef('deployment_key.deployment_id', '=', 'api_deployment.id')
        .on('deployment_key.key_hash', '=', keyHash),
    )
    .leftJoin('configuration_version', 'configuration_version.organization_id', 'organization.id')
    .selectAll('api_deployment')
    .select(['deployment_key.is_active as isKeyActive', 'configuration_version.version'])
    .where('organization.slug', '=', slug)
    .where('api_deployment.api_name', '=', apiName)
    .executeTakeFirst()
  if (!row) return undefined
  const { isKeyActive, version, ...deployment } = row
  return {
    organizationId: deployment.organization_id,
    deployment,
    isKeyActive: isKeyActive ?? (await isGlobalKeyActive(db, deployment, keyHash)),
    version: version ?? 0,
  }
}

/** Null when no global key that opens this deployment is this one. */
async function isGlobalKeyActive(
  db: Db,
  { id, organization_id: organizationId }: DeploymentRow,
  keyHash: string,
): Promise<boolean | null> {
  const key = await db
    .selectFrom('global_deployment_key as global')
    .select('global.is_active')
    .where('global.organization_id', '=', organizationId)
    .where('global.key_hash', '=', keyHash)
    .where(({ or, exists, selectFrom, eb }) =>
      or([
        eb('global.allows_all', '=', true),
        exists(
          selectFrom('global_deployment_key_target as target')
            .select('target.key_id')
            .where('target.organization_id', '=', organizationId)
            .whereRef('target.key_id', '=', 'global.id')
            .where('target.deployment_id', '=', id),
        ),
      ]),
    )
    .executeTakeFirst()
  return key?.is_active ?? null
}
