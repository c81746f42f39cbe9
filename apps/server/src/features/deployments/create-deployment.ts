import type { deploymentFields } from '@recto/contract/deployments/deployment-fields'
import type { FieldValues } from '@recto/contract/wire/fields'
import { AppError, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import {
  assertMayDeploy,
  findRunnableWorkflow,
  publishOnFirstDeployment,
  type RunnableWorkflow,
  type WorkflowRow,
} from '../workflows/workflows.port.ts'
import { createKey, type DeploymentKeyRow } from './deployment-keys.ts'
import { type DeploymentRow, insertDeployment } from './deployments.store.ts'
import { recordDeployment } from './record-deployment.ts'

type CreateDeploymentDependencies = Pick<Context, 'db' | 'vault'>
type CreateDeploymentRequest = {
  readonly actor: Actor
} & FieldValues<typeof deploymentFields>
type CreatedDeployment = { readonly deployment: DeploymentRow; readonly key: DeploymentKeyRow }

/**
 * Creates a deployment together with its first key. Only a workflow that can run, and whose source
 * and destination are both API, can be deployed.
 */
export async function createDeployment(
  ctx: CreateDeploymentDependencies,
  { actor, ...fields }: CreateDeploymentRequest,
): Promise<CreatedDeployment> {
  const tenant = tenantOf(ctx, actor)
  const { shared_to_org: sharedToOrg } = await assertDeployable(ctx, actor, fields.workflowId)
  return inTransaction(tenant, async (transaction) => {
    const deployment = await insertDeployment(transaction, {
      ...fields,
      // What is made of a closed workflow is closed, too, until its owner opens it.
      sharedToOrg,
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!deployment) throw apiNameTaken()
    const { workflowId } = fields
    await publishOnFirstDeployment(transaction, { workflowId, userId: actor.userId })
    const key = await createKey(ctx, transaction, {
      owner: { kind: 'deployment', id: deployment.id },
      description: `Initial API key for ${deployment.display_name}`,
      isActive: true,
      createdBy: actor.userId,
    })
    await recordDeployment(transaction, actor, { done: 'created', deployment, after: deployment })
    return { deployment, key }
  })
}

export const apiNameTaken = () =>
  invalid('apiName', 'An API deployment with this API name already exists.', 'unique')

/**
 * Checks the current workflow. Throws 403 when the actor may not deploy it; every other
 * reason is reported at the field, because the form shows nothing else.
 */
export async function assertDeployable(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  workflowId: string,
): Promise<WorkflowRow> {
  const workflow = await assertMayDeploy(ctx, { actor, workflowId })
  const tenant = tenantOf(ctx, actor)
  const runnable = await findRunnableWorkflow(ctx, tenant, workflowId).catch(rethrowAtWorkflow)
  if (!runnable) throw invalid('workflowId', 'This workflow does not exist.', 'does_not_exist')
  if (!isApiToApi(runnable)) {
    throw invalid('workflowId', 'The source and the destination of the workflow must be API.')
  }
  return workflow
}

function rethrowAtWorkflow(error: unknown): never {
  throw error instanceof AppError ? invalid('workflowId', error.message) : error
}

function isApiToApi({ source, destination }: RunnableWorkflow): boolean {
  return source.connection === 'API' && destination.connection === 'API'
}
