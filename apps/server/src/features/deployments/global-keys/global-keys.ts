import { randomUUID } from 'node:crypto'
import { invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { hashOf } from '../deployment-keys.ts'
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

type Needs = Pick<Context, 'db' | 'vault'>
type Input = { readonly actor: Actor; readonly id: string }

/** What a key opens, as far as it is said. */
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

const keyColumns = ({ vault }: Pick<Needs, 'vault'>, key: string) => ({
  keyHash: hashOf(key),
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
  { actor, id }: Input,
): Promise<GlobalKeyRow> {
  const key = await findGlobalKey(tenantOf(ctx, actor), id)
  if (!key) throw notFound('key')
  return key
}

/** A key for all deployments, those that are made later too, or for the ones that are named. */
export async function makeGlobalKey(
  ctx: Needs,
  { actor, name, description, ...opens }: NewKey,
): Promise<GlobalKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const deploymentIds = await deploymentsOf(tenant, opens)
    const made = await insertGlobalKey(tenant, {
      name,
      description,
      ...keyColumns(ctx, randomUUID()),
      allowsAll: opens.allowsAll === true,
      createdBy: actor.userId,
    })
    if (!made) throw invalid('name', `There is a key ${name} already.`, 'unique')
    await replaceTargets(tenant, made.id, deploymentIds)
    await record(tenant, actor, { done: 'created', key: made, after: shownOf(made, deploymentIds) })
    return made
  })
}

export async function changeGlobalKey(
  ctx: Pick<Context, 'db'>,
  { actor, id, description, isActive, ...opens }: Input & Changes,
): Promise<GlobalKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const before = await getGlobalKey({ db: tenant.db }, { actor, id })
    const isOpeningOthers = opens.allowsAll !== undefined || opens.deploymentIds !== undefined
    const deploymentIds = isOpeningOthers ? await deploymentsOf(tenant, opens) : undefined
    const allowsAll = deploymentIds && opens.allowsAll === true
    const key = await changeGlobalKeyRow(tenant, id, { description, isActive, allowsAll })
    if (!key) throw notFound('key')
    if (deploymentIds) await replaceTargets(tenant, id, deploymentIds)
    const values = { before: shownOf(before), after: shownOf(key, deploymentIds) }
    await record(tenant, actor, { done: 'changed', key, ...values })
    return key
  })
}

export async function deleteGlobalKey(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<void> {
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const key = await getGlobalKey({ db: tenant.db }, { actor, id })
    await record(tenant, actor, { done: 'deleted', key, before: shownOf(key) })
    await removeGlobalKey(tenant, id)
  })
}

/** Another text for it: the one before opens nothing from now on. */
export async function rotateGlobalKey(ctx: Needs, { actor, id }: Input): Promise<GlobalKeyRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await getGlobalKey({ db: tenant.db }, { actor, id })
    const key = await changeGlobalKeyRow(tenant, id, keyColumns(ctx, randomUUID()))
    if (!key) throw notFound('key')
    await record(tenant, actor, { done: 'rotated', key })
    return key
  })
}

/** Either all deployments, for which none is named, or at least one that is there. */
async function deploymentsOf(
  tenant: Tenant,
  { allowsAll = false, deploymentIds = [] }: Opens,
): Promise<readonly string[]> {
  if (allowsAll === deploymentIds.length > 0) {
    const detail = 'Give either allow_all_deployments or at least one of api_deployments.'
    throw invalid('deploymentIds', detail)
  }
  const known = await findDeploymentIds(tenant, deploymentIds)
  const unknown = deploymentIds.find((id) => !known.has(id))
  if (unknown) throw invalid('deploymentIds', `There is no API deployment ${unknown}.`)
  return [...known]
}

const shownOf = (
  { description, is_active, allows_all }: GlobalKeyRow,
  deploymentIds?: readonly string[],
) => ({ description, is_active, allows_all, ...(deploymentIds && { deployments: deploymentIds }) })

type Recorded = {
  readonly done: string
  readonly key: GlobalKeyRow
  readonly before?: object
  readonly after?: object
}

const record = (tenant: Tenant, actor: Actor, { done, key, ...values }: Recorded) =>
  recordChange(tenant, actor, {
    action: `global-deployment-key.${done}`,
    subject: { type: 'global-deployment-key', id: key.id, name: key.name },
    ...values,
  })
