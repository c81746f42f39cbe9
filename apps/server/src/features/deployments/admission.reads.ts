import type { Db, Tenant } from '../../platform/db/database.ts'
import type { DeploymentRow } from './deployments.store.ts'

/** Loads the version of the organization's configuration; 0 if it was never changed. */
export async function findConfigurationVersion({ db, organizationId }: Tenant): Promise<number> {
  const row = await db
    .selectFrom('configuration_version')
    .select('version')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** The organization is not known yet: the address names it. */
type Installation = { readonly db: Db }

type Call = { readonly slug: string; readonly apiName: string; readonly keyHash: string }

export type Admission = {
  readonly organizationId: number
  readonly deployment: DeploymentRow
  /** Null when the key is neither a key of the deployment nor a global key that opens it. */
  readonly isKeyActive: boolean | null
  readonly isKeyGlobal: boolean
  /** Creator of the deployment's key; null when no longer known. */
  readonly keyOwnerId: number | null
  /** Version of the organization's configuration: its workflows, tools and adapters. */
  readonly version: number
}

/**
 * Loads the deployment and what is known of the key, in one statement. Returns `undefined` when
 * there is no such deployment.
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
    .leftJoin('global_deployment_key as global', (join) =>
      join
        .onRef('global.organization_id', '=', 'organization.id')
        .on('global.key_hash', '=', keyHash)
        .on(({ or, exists, selectFrom, eb }) =>
          or([
            eb('global.allows_all', '=', true),
            exists(
              selectFrom('global_deployment_key_target as target')
                .select('target.key_id')
                .whereRef('target.organization_id', '=', 'organization.id')
                .whereRef('target.key_id', '=', 'global.id')
                .whereRef('target.deployment_id', '=', 'api_deployment.id'),
            ),
          ]),
        ),
    )
    .leftJoin('configuration_version', 'configuration_version.organization_id', 'organization.id')
    .selectAll('api_deployment')
    .select(({ fn }) => [
      fn.coalesce('deployment_key.is_active', 'global.is_active').as('isKeyActive'),
      'global.id as globalKeyId',
      'deployment_key.created_by as keyOwnerId',
      'configuration_version.version',
    ])
    .where('organization.slug', '=', slug)
    .where('api_deployment.api_name', '=', apiName)
    .executeTakeFirst()
  if (!row) return undefined
  const { isKeyActive, globalKeyId, keyOwnerId, version, ...deployment } = row
  return {
    organizationId: deployment.organization_id,
    deployment,
    isKeyActive,
    isKeyGlobal: globalKeyId !== null,
    keyOwnerId,
    version: version ?? 0,
  }
}
