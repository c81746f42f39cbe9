import { AppError, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { findRunnable, goLive, type Runnable } from '../workflows/workflows.port.ts'
import type { DeploymentKeyRow } from './deployment-keys.store.ts'
import { makeKey } from './deployment-keys.ts'
import { type DeploymentRow, insertDeployment } from './deployments.store.ts'
import { recordDeployment } from './record-deployment.ts'

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
export async function createDeployment(ctx: Needs, { actor, ...fields }: Input): Promise<Created> {
  const tenant = tenantOf(ctx, actor)
  const definition = await assertDeployable(ctx, tenant, fields.workflowId)

  return inTransaction(tenant, async (within) => {
    const deployment = await insertDeployment(within, {
      ...fields,
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!deployment) throw apiNameTaken()
    const { workflowId } = fields
    await goLive(within, { workflowId, definition, userId: actor.userId })
    const key = await makeKey(ctx, within, {
      owner: { kind: 'deployment', id: deployment.id },
      description: `Initial API key for ${deployment.display_name}`,
      isActive: true,
      createdBy: actor.userId,
    })
    await recordDeployment(within, actor, { done: 'created', deployment, after: deployment })
    return { deployment, key }
  })
}

export const apiNameTaken = () =>
  invalid('apiName', 'An API deployment with this API name already exists.', 'unique')

/** As it is now. Every reason stands at the field, because the form shows nothing else. */
export async function assertDeployable(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
): Promise<Runnable> {
  const runnable = await findRunnable(ctx, tenant, workflowId).catch(atWorkflow)
  if (!runnable) throw invalid('workflowId', 'There is no such workflow.', 'does_not_exist')
  if (!isApiToApi(runnable)) {
    throw invalid('workflowId', 'The source and the destination of the workflow must be API.')
  }
  return runnable
}

function atWorkflow(error: unknown): never {
  throw error instanceof AppError ? invalid('workflowId', error.message) : error
}

function isApiToApi({ source, destination }: Runnable): boolean {
  return source.connection === 'API' && destination.connection === 'API'
}
