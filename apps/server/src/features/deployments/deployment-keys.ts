import { createHash, randomUUID } from 'node:crypto'
import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import {
  changeKey,
  type DeploymentKeyRow,
  findKeys,
  insertKey,
  removeKey,
} from './deployment-keys.store.ts'
import { getDeployment } from './get-deployment.ts'

type Needs = Pick<Context, 'db' | 'vault'>
type Input = { readonly actor: Actor; readonly id: string }
type Fields = { readonly description?: string | undefined; readonly isActive?: boolean | undefined }

export const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')

/** A random key; only its hash and its sealed form are stored. */
export async function makeKey(
  { vault }: Pick<Context, 'vault'>,
  tenant: Tenant,
  fields: {
    deploymentId: string
    description: string
    isActive: boolean
    createdBy: number | null
  },
): Promise<DeploymentKeyRow> {
  const key = randomUUID()
  return insertKey(tenant, {
    ...fields,
    keyHash: hashOf(key),
    sealedKey: vault.seal(key),
  })
}

export async function listKeys(ctx: Needs, { actor, id }: Input): Promise<DeploymentKeyRow[]> {
  await getDeployment(ctx, { actor, id }, 'keys')
  return findKeys(tenantOf(ctx, actor), { deploymentId: id })
}

export async function addKey(
  ctx: Needs,
  { actor, id, description, isActive }: Input & Fields,
): Promise<DeploymentKeyRow> {
  const { display_name } = await getDeployment(ctx, { actor, id }, 'keys')
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const made = await makeKey(ctx, tenant, {
      deploymentId: id,
      description: description ?? `API key for ${display_name}`,
      isActive: isActive ?? true,
      createdBy: actor.userId,
    })
    await record(tenant, actor, { done: 'created', key: made, after: shownOf(made) })
    return made
  })
}

export async function getKey(ctx: Needs, { actor, id }: Input): Promise<DeploymentKeyRow> {
  const [key] = await findKeys(tenantOf(ctx, actor), { id })
  if (!key) throw notFound('key')
  await getDeployment(ctx, { actor, id: key.deployment_id }, 'keys')
  return key
}

export async function updateKey(
  ctx: Needs,
  { actor, id, description, isActive }: Input & Fields,
): Promise<DeploymentKeyRow> {
  const before = await getKey(ctx, { actor, id })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const key = await changeKey(tenant, id, { description, isActive })
    const values = { before: shownOf(before), after: shownOf(key) }
    await record(tenant, actor, { done: 'changed', key, ...values })
    return key
  })
}

export async function deleteKey(ctx: Needs, { actor, id }: Input): Promise<void> {
  const key = await getKey(ctx, { actor, id })
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await record(tenant, actor, { done: 'deleted', key, before: shownOf(key) })
    await removeKey(tenant, id)
  })
}

const shownOf = ({ description, is_active }: DeploymentKeyRow) => ({ description, is_active })

type Recorded = {
  readonly done: string
  readonly key: DeploymentKeyRow
  readonly before?: object
  readonly after?: object
}

const record = (tenant: Tenant, actor: Actor, { done, key, ...values }: Recorded) =>
  recordChange(tenant, actor, {
    action: `deployment-key.${done}`,
    subject: { type: 'deployment-key', id: key.id, name: key.description },
    ...values,
  })
