import { randomUUID } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import { invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { hashApiKey } from '../../../platform/strings.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import {
  changeGlobalKeyRow,
  findDeploymentIds,
  findGlobalKey,
  findGlobalKeys,
  type GlobalKeyRow,
  insertGlobalKey,
  removeGlobalKey,
  replaceTargets,
} from './global-keys.store.ts'

type KeyColumnsDependencies = Pick<Context, 'db' | 'vault'>
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

const keyColumns = ({ vault }: Pick<KeyColumnsDependencies, 'vault'>, key: string) => ({
  keyHash: hashApiKey(key),
  sealedKey: vault.seal(key),
  lastFour: key.slice(-4),
})

export async function listGlobalKeys(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<readonly GlobalKeyRow[]> {
  return findGlobalKeys(tenantOf(ctx, actor))
}

export async function getGlobalKey(
  ctx: Pick<Context, 'db'>,
  { actor, id }: GlobalKeysRequest,
): Promise<GlobalKeyRow> {
  const key = await findGlobalKey(tenantOf(ctx, actor), id)
  if (!key) throw notFound('key')
  return key
}

/** Creates a key for all deployments, including future ones, or for the listed ones. */
export async function makeGlobalKey(
  ctx: KeyColumnsDependencies,
  { actor, name, description, ...opens }: NewKey,
): Promise<GlobalKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const deploymentIds = await deploymentsOf(tenant, opens)
    const globalKey = await insertGlobalKey(tenant, {
      name,
      description,
      ...keyColumns(ctx, randomUUID()),
      allowsAll: opens.allowsAll === true,
      createdBy: actor.userId,
    })
    if (!globalKey) throw invalid('name', `A key named “${name}” already exists.`, 'unique')
    await replaceTargets(tenant, globalKey.id, deploymentIds)
    await record(tenant, actor, {
      done: 'created',
      key: globalKey,
      after: auditValuesOf(globalKey, deploymentIds),
    })
    return globalKey
  })
}

export async function changeGlobalKey(
  ctx: Pick<Context, 'db'>,
  { actor, id, description, isActive, ...opens }: GlobalKeysRequest & Changes,
): Promise<GlobalKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const oldKey = await getGlobalKey({ db: tenant.db }, { actor, id })
    const isOpeningOthers = opens.allowsAll !== undefined || opens.deploymentIds !== undefined
    const deploymentIds = isOpeningOthers ? await deploymentsOf(tenant, opens) : undefined
    const allowsAll = deploymentIds && opens.allowsAll === true
    const key = await changeGlobalKeyRow(tenant, id, { description, isActive, allowsAll })
    if (!key) throw notFound('key')
    if (deploymentIds) await replaceTargets(tenant, id, deploymentIds)
    const values = { before: auditValuesOf(oldKey), after: auditValuesOf(key, deploymentIds) }
    await record(tenant, actor, { done: 'changed', key, ...values })
    return key
  })
}

export async function deleteGlobalKey(
  ctx: Pick<Context, 'db'>,
  { actor, id }: GlobalKeysRequest,
): Promise<void> {
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const key = await getGlobalKey({ db: tenant.db }, { actor, id })
    await record(tenant, actor, { done: 'deleted', key, before: auditValuesOf(key) })
    await removeGlobalKey(tenant, id)
  })
}

/** Replaces the secret of the key: the previous one stops working immediately. */
export async function rotateGlobalKey(
  ctx: KeyColumnsDependencies,
  { actor, id }: GlobalKeysRequest,
): Promise<GlobalKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await getGlobalKey({ db: tenant.db }, { actor, id })
    const key = await changeGlobalKeyRow(tenant, id, keyColumns(ctx, randomUUID()))
    if (!key) throw notFound('key')
    await record(tenant, actor, { done: 'rotated', key })
    return key
  })
}

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

const auditValuesOf = (
  { description, is_active, allows_all }: GlobalKeyRow,
  deploymentIds?: readonly string[],
) => ({ description, is_active, allows_all, ...omitUndefined({ deployments: deploymentIds }) })

type RecordAuditEntry = {
  readonly done: string
  readonly key: GlobalKeyRow
  readonly before?: object
  readonly after?: object
}

const record = (tenant: Tenant, actor: Actor, { done, key, ...values }: RecordAuditEntry) =>
  recordChange(tenant, actor, {
    action: `global-deployment-key.${done}`,
    subject: { type: 'global-deployment-key', id: key.id, name: key.name },
    ...values,
  })
