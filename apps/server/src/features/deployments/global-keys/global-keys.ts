import { omitUndefined } from '@recto/omit-undefined'
import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import {
  createShortenedSecret,
  defineKeys,
  type KeyTableRow,
} from '../../organizations/organizations.port.ts'
import { findDeploymentIds, replaceTargets } from './global-keys.store.ts'

export type GlobalKeyRow = KeyTableRow<'global_deployment_key'>

const globalKeys = defineKeys({
  table: 'global_deployment_key',
  uniqueConstraint: 'global_deployment_key_name_key',
  order: 'newest first',
  subject: 'global-deployment-key',
  noun: 'key',
  nameOf: ({ name }) => name,
  toAuditValues: ({ description, is_active, allows_all }) => ({
    description,
    is_active,
    allows_all,
  }),
})

type GlobalKeysDependencies = Pick<Context, 'db' | 'vault'>
type GlobalKeysRequest = { readonly actor: Actor; readonly id: string }

/** Deployments that a key opens; fields that the caller did not send are absent. */
type Opens = {
  readonly allowsAll?: boolean | undefined
  readonly deploymentIds?: readonly string[] | undefined
}

type NewKey = Opens & {
  readonly actor: Actor
  readonly name: string
  readonly description: string
}

type Changes = Opens & {
  readonly description?: string | undefined
  readonly isActive?: boolean | undefined
}

export const listGlobalKeys = (
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<readonly GlobalKeyRow[]> => globalKeys.rows.list(tenantOf(ctx, actor))

export const getGlobalKey = (
  ctx: Pick<Context, 'db'>,
  { actor, id }: GlobalKeysRequest,
): Promise<GlobalKeyRow> => globalKeys.get(tenantOf(ctx, actor), id)

/** Creates a key for all deployments, including future ones, or for the listed ones. */
export async function makeGlobalKey(
  ctx: GlobalKeysDependencies,
  { actor, name, description, ...opens }: NewKey,
): Promise<GlobalKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const deployments = await deploymentsOf(tenant, opens)
    const fields = {
      name,
      description,
      ...createShortenedSecret(ctx),
      allowsAll: opens.allowsAll === true,
      createdBy: actor.userId,
    }
    const key = await globalKeys.add(tenant, actor, fields, { deployments })
    await replaceTargets(tenant, key.id, deployments)
    return key
  })
}

export async function changeGlobalKey(
  ctx: Pick<Context, 'db'>,
  { actor, id, description, isActive, ...opens }: GlobalKeysRequest & Changes,
): Promise<GlobalKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await globalKeys.get(tenant, id)
    const isOpeningOthers = opens.allowsAll !== undefined || opens.deploymentIds !== undefined
    const deployments = isOpeningOthers ? await deploymentsOf(tenant, opens) : undefined
    const allowsAll = deployments && opens.allowsAll === true
    if (deployments) await replaceTargets(tenant, id, deployments)
    return globalKeys.change(tenant, actor, {
      id,
      changes: { description, isActive, allowsAll },
      otherValues: omitUndefined({ deployments }),
    })
  })
}

export const deleteGlobalKey = (
  ctx: Pick<Context, 'db'>,
  { actor, id }: GlobalKeysRequest,
): Promise<void> =>
  inTransaction(tenantOf(ctx, actor), (tenant) => globalKeys.remove(tenant, actor, id))

export const rotateGlobalKey = (
  ctx: GlobalKeysDependencies,
  { actor, id }: GlobalKeysRequest,
): Promise<GlobalKeyRow> =>
  inTransaction(tenantOf(ctx, actor), (tenant) =>
    globalKeys.rotate(tenant, actor, { id, secret: createShortenedSecret(ctx) }),
  )

/**
 * Returns the ids of the deployments to open. The request must name either all deployments, and
 * then no ids, or at least one existing deployment.
 */
async function deploymentsOf(
  tenant: Tenant,
  { allowsAll = false, deploymentIds = [] }: Opens,
): Promise<readonly string[]> {
  if (allowsAll === deploymentIds.length > 0) {
    const detail = 'Set allow_all_deployments, or list at least one deployment in api_deployments.'
    throw invalid('deploymentIds', detail)
  }
  const existingIds = await findDeploymentIds(tenant, deploymentIds)
  const unknownId = deploymentIds.find((id) => !existingIds.has(id))
  if (unknownId) throw invalid('deploymentIds', `The API deployment ${unknownId} does not exist.`)
  return [...existingIds]
}
