import { randomUUID } from 'node:crypto'
import { permits } from '@recto/contract/policy/permits'
import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import {
  findPublishedWorkflow,
  type PublishedWorkflow,
  type PublishedWorkflowKey,
} from '../../platform/db/published-workflows.ts'
import { hashApiKey } from '../../platform/strings.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import {
  changeKey,
  type DeploymentKeyRow,
  findKeys,
  insertKey,
  removeKey,
} from './deployment-keys.store.ts'

type ListKeysDependencies = Pick<Context, 'db' | 'vault'>
type DeploymentKeysRequest = { readonly actor: Actor; readonly id: string }
type KeyOwnerRequest = { readonly actor: Actor; readonly owner: PublishedWorkflowKey }
type Fields = { readonly description?: string | undefined; readonly isActive?: boolean | undefined }

type NewKey = {
  /** Deployment or pipeline that the key opens. */
  readonly owner: PublishedWorkflowKey
  readonly description: string
  readonly isActive: boolean
  readonly createdBy: number | null
}

/** Creates a random key; only its hash and its encrypted form are stored. */
export async function createKey(
  { vault }: Pick<Context, 'vault'>,
  tenant: Tenant,
  { owner: { kind, id }, ...fields }: NewKey,
): Promise<DeploymentKeyRow> {
  const key = randomUUID()
  return insertKey(tenant, {
    ...fields,
    deploymentId: kind === 'deployment' ? id : null,
    pipelineId: kind === 'pipeline' ? id : null,
    keyHash: hashApiKey(key),
    sealedKey: vault.seal(key),
  })
}

/** Throws 404 when the actor may not see the owner, 403 when the actor may not manage its keys. */
async function getOwner(
  ctx: ListKeysDependencies,
  { actor, owner }: KeyOwnerRequest,
): Promise<PublishedWorkflow> {
  const publishedWorkflow = await findPublishedWorkflow(tenantOf(ctx, actor), owner)
  if (!publishedWorkflow || !permits(actor, `${owner.kind}/see`, publishedWorkflow.facts)) {
    throw notFound(owner.kind === 'deployment' ? 'API deployment' : 'pipeline')
  }
  if (!permits(actor, `${owner.kind}/keys`, publishedWorkflow.facts)) throw forbidden()
  return publishedWorkflow
}

const ownerOf = ({ deployment_id, pipeline_id }: DeploymentKeyRow): PublishedWorkflowKey =>
  deployment_id
    ? { kind: 'deployment', id: deployment_id }
    : { kind: 'pipeline', id: pipeline_id ?? '' }

export async function listKeys(
  ctx: ListKeysDependencies,
  request: KeyOwnerRequest,
): Promise<DeploymentKeyRow[]> {
  const { kind, id } = await getOwner(ctx, request)
  const filter = kind === 'deployment' ? { deploymentId: id } : { pipelineId: id }
  return findKeys(tenantOf(ctx, request.actor), filter)
}

export async function addKey(
  ctx: ListKeysDependencies,
  { actor, owner, description, isActive }: KeyOwnerRequest & Fields,
): Promise<DeploymentKeyRow> {
  const { name } = await getOwner(ctx, { actor, owner })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const key = await createKey(ctx, tenant, {
      owner,
      description: description ?? `API key for ${name}`,
      isActive: isActive ?? true,
      createdBy: actor.userId,
    })
    await record(tenant, actor, { done: 'created', key, after: auditValuesOf(key) })
    return key
  })
}

export async function getKey(
  ctx: ListKeysDependencies,
  { actor, id }: DeploymentKeysRequest,
): Promise<DeploymentKeyRow> {
  const [key] = await findKeys(tenantOf(ctx, actor), { id })
  if (!key) throw notFound('key')
  await getOwner(ctx, { actor, owner: ownerOf(key) })
  return key
}

export async function updateKey(
  ctx: ListKeysDependencies,
  { actor, id, description, isActive }: DeploymentKeysRequest & Fields,
): Promise<DeploymentKeyRow> {
  const oldKey = await getKey(ctx, { actor, id })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const key = await changeKey(tenant, id, { description, isActive })
    const values = { before: auditValuesOf(oldKey), after: auditValuesOf(key) }
    await record(tenant, actor, { done: 'changed', key, ...values })
    return key
  })
}

export async function deleteKey(
  ctx: ListKeysDependencies,
  { actor, id }: DeploymentKeysRequest,
): Promise<void> {
  const key = await getKey(ctx, { actor, id })
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await record(tenant, actor, { done: 'deleted', key, before: auditValuesOf(key) })
    await removeKey(tenant, id)
  })
}

/** Whether the key belongs to the pipeline and is active. */
export async function opensPipeline(
  tenant: Tenant,
  { pipelineId, key }: { readonly pipelineId: string; readonly key: string },
): Promise<boolean> {
  const [keyRow] = await findKeys(tenant, { pipelineId, keyHash: hashApiKey(key) })
  return keyRow?.is_active === true
}

const auditValuesOf = ({ description, is_active }: DeploymentKeyRow) => ({ description, is_active })

type RecordAuditEntry = {
  readonly done: string
  readonly key: DeploymentKeyRow
  readonly before?: object
  readonly after?: object
}

const record = (tenant: Tenant, actor: Actor, { done, key, ...values }: RecordAuditEntry) =>
  recordChange(tenant, actor, {
    action: `deployment-key.${done}`,
    subject: { type: 'deployment-key', id: key.id, name: key.description },
    ...values,
  })
