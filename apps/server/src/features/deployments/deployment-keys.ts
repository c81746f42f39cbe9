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
import { createSecret, defineKeys, type KeyTableRow } from '../organizations/organizations.port.ts'

export type DeploymentKeyRow = KeyTableRow<'deployment_key'>

const deploymentKeys = defineKeys({
  table: 'deployment_key',
  uniqueConstraint: 'deployment_key_hash_key',
  order: 'oldest first',
  subject: 'deployment-key',
  noun: 'key',
  nameOf: ({ description }) => description,
  toAuditValues: ({ description, is_active }) => ({ description, is_active }),
})

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

/** Creates a key of a deployment or a pipeline that is being created. */
export const createKey = (
  ctx: Pick<Context, 'vault'>,
  tenant: Tenant,
  newKey: NewKey,
): Promise<DeploymentKeyRow> => deploymentKeys.insert(tenant, toKeyFields(ctx, newKey))

function toKeyFields(ctx: Pick<Context, 'vault'>, { owner: { kind, id }, ...fields }: NewKey) {
  const { key: _, ...secret } = createSecret(ctx)
  return {
    ...fields,
    ...secret,
    deploymentId: kind === 'deployment' ? id : null,
    pipelineId: kind === 'pipeline' ? id : null,
  }
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
  const filter = kind === 'deployment' ? { deployment_id: id } : { pipeline_id: id }
  return deploymentKeys.rows.list(tenantOf(ctx, request.actor), filter)
}

export async function addKey(
  ctx: ListKeysDependencies,
  { actor, owner, description, isActive }: KeyOwnerRequest & Fields,
): Promise<DeploymentKeyRow> {
  const { name } = await getOwner(ctx, { actor, owner })
  const fields = toKeyFields(ctx, {
    owner,
    description: description ?? `API key for ${name}`,
    isActive: isActive ?? true,
    createdBy: actor.userId,
  })
  return inTransaction(tenantOf(ctx, actor), (tenant) => deploymentKeys.add(tenant, actor, fields))
}

export async function getKey(
  ctx: ListKeysDependencies,
  { actor, id }: DeploymentKeysRequest,
): Promise<DeploymentKeyRow> {
  const key = await deploymentKeys.get(tenantOf(ctx, actor), id)
  await getOwner(ctx, { actor, owner: ownerOf(key) })
  return key
}

export async function updateKey(
  ctx: ListKeysDependencies,
  { actor, id, description, isActive }: DeploymentKeysRequest & Fields,
): Promise<DeploymentKeyRow> {
  await getKey(ctx, { actor, id })
  return inTransaction(tenantOf(ctx, actor), (tenant) =>
    deploymentKeys.change(tenant, actor, { id, changes: { description, isActive } }),
  )
}

export async function deleteKey(
  ctx: ListKeysDependencies,
  { actor, id }: DeploymentKeysRequest,
): Promise<void> {
  await getKey(ctx, { actor, id })
  await inTransaction(tenantOf(ctx, actor), (tenant) => deploymentKeys.remove(tenant, actor, id))
}

/** Whether the key belongs to the pipeline and is active. */
export async function opensPipeline(
  tenant: Tenant,
  { pipelineId, key }: { readonly pipelineId: string; readonly key: string },
): Promise<boolean> {
  const filter = { pipeline_id: pipelineId, key_hash: hashApiKey(key) }
  const [keyRow] = await deploymentKeys.rows.list(tenant, filter)
  return keyRow?.is_active === true
}
