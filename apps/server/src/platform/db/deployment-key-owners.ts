import type { Db } from './database.ts'

/** The organization is not known yet: only the key names it. */
type Installation = { readonly db: Db }

export type KeyOwner = {
  readonly organizationId: number
  readonly slug: string
  /** The only deployment that the key opens; null for a key of the organization. */
  readonly deploymentId: string | null
}

/** Returns whose an active key of deployments is, by its hash; a key of a switched-off deployment is nobody's. */
export async function findDeploymentKeyOwner(
  { db }: Installation,
  keyHash: string,
): Promise<KeyOwner | undefined> {
  const [ownKey, globalKey] = await Promise.all([
    db
      .selectFrom('deployment_key as key')
      .innerJoin('organization', 'organization.id', 'key.organization_id')
      .innerJoin('api_deployment', 'api_deployment.id', 'key.deployment_id')
      .select(['organization.id as organizationId', 'organization.slug', 'key.deployment_id'])
      .where('key.key_hash', '=', keyHash)
      .where('key.is_active', '=', true)
      .where('api_deployment.is_active', '=', true)
      .executeTakeFirst(),
    db
      .selectFrom('global_deployment_key as key')
      .innerJoin('organization', 'organization.id', 'key.organization_id')
      .select(['organization.id as organizationId', 'organization.slug'])
      .where('key.key_hash', '=', keyHash)
      .where('key.is_active', '=', true)
      .executeTakeFirst(),
  ])
  if (ownKey) {
    const { organizationId, slug, deployment_id: deploymentId } = ownKey
    return { organizationId, slug, deploymentId }
  }
  return globalKey && { ...globalKey, deploymentId: null }
}
