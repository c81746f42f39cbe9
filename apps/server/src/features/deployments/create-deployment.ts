import { AppError, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { findRunnable, type Runnable } from '../workflows/workflows.port.ts'
import type { DeploymentKeyRow } from './deployment-keys.store.ts'
import { makeKey } from './deployment-keys.ts'
import { type DeploymentRow, insertDeployment } from './deployments.store.ts'

type Needs = Pick<Context, 'db' | 'vault'>
type Input = {
  readonly actor: Actor
  readonly workflowId: string
  readonly displayName: string
  readonly apiName: string
  readonly description: string
  readonly isActive: boolean
}
type Created = { readonly deployment: DeploymentRow; readonly key: DeploymentKeyRow }

/** With its first key. Only a workflow that can run and has API on both ends can be deployed. */
export async function createDeployment(ctx: Needs, input: Input): Promise<Created> {
  const { actor, workflowId } = input
  const tenant = tenantOf(ctx, actor)
  await assertDeployable(ctx, tenant, workflowId)

  return inTransaction(tenant, async (within) => {
    const deployment = await insertDeployment(within, {
      workflow_id: workflowId,
      display_name: input.displayName,
      api_name: input.apiName,
      description: input.description,
      is_active: input.isActive,
      created_by: actor.userId,
      modified_by: actor.userId,
    })
    if (!deployment) throw apiNameTaken()
    const key = await makeKey(ctx, within, {
      deploymentId: deployment.id,
      description: `Initial API key for ${deployment.display_name}`,
      isActive: true,
      userId: actor.userId,
    })
    return { deployment, key }
  })
}

export const apiNameTaken = () =>
  invalid('api_name', 'An API deployment with this API name already exists.', 'unique')

/** Every reason is told at the field, because the form shows nothing else. */
export async function assertDeployable(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
): Promise<void> {
  const runnable = await findRunnable(ctx, tenant, workflowId).catch(atWorkflow)
  if (!runnable) throw invalid('workflow', 'There is no such workflow.', 'does_not_exist')
  if (!isApiToApi(runnable)) {
    throw invalid('workflow', 'The source and the destination of the workflow must be API.')
  }
}

function atWorkflow(error: unknown): never {
  throw error instanceof AppError ? invalid('workflow', error.message) : error
}

function isApiToApi({ source, destination }: Runnable): boolean {
  return source === 'API' && destination === 'API'
}
