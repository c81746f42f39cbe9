import { deploymentFields } from '@recto/contract/deployments/deployment-fields'
import type * as api from '@recto/contract/deployments/deployments'
import { fromWire, newFromWire, wireNamesOf } from '@recto/contract/wire/fields'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { findWorkflowNamesById } from '../workflows/workflows.port.ts'
import type { DeploymentRow } from './deployments.store.ts'

export const toDeploymentRefusal = rethrowWithWireFields(wireNamesOf(deploymentFields))

export const newDeployment = (body: api.NewDeployment) => newFromWire(deploymentFields, body)

export const deploymentChanges = (body: api.DeploymentChanges) => fromWire(deploymentFields, body)

/** Path of the deployment without a leading slash; it changes when the API name changes. */
export const deploymentEndpointOf = (slug: string, { api_name }: Pick<DeploymentRow, 'api_name'>) =>
  `deployment/api/${slug}/${api_name}/`

export async function presentDeployments(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  deployments: readonly DeploymentRow[],
): Promise<api.ApiDeployment[]> {
  const workflowIds = deployments.map((one) => one.workflow_id)
  const names = await findWorkflowNamesById(tenantOf(ctx, actor), workflowIds)
  return deployments.map((deployment) => ({
    id: deployment.id,
    ...presentFields(deploymentFields, deployment),
    workflow_name: names.get(deployment.workflow_id) ?? '',
    api_endpoint: deploymentEndpointOf(actor.organization.slug, deployment),
    organization: deployment.organization_id,
    created_by: deployment.created_by,
    modified_by: deployment.modified_by,
    created_at: presentTime(deployment.created_at),
    modified_at: presentTime(deployment.modified_at),
  }))
}

export async function presentDeployment(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  deployment: DeploymentRow,
): Promise<api.ApiDeployment> {
  const [presentedDeployment] = await presentDeployments(ctx, actor, [deployment])
  return presentedDeployment as api.ApiDeployment
}

type NewDeployment = {
  readonly slug: string
  readonly deployment: DeploymentRow
  readonly key: string
}

export function presentCreated({ slug, deployment, key }: NewDeployment): api.CreatedDeployment {
  return {
    is_active: deployment.is_active ? 'True' : 'False',
    id: deployment.id,
    api_key: key,
    api_endpoint: deploymentEndpointOf(slug, deployment),
    display_name: deployment.display_name,
    description: deployment.description,
    api_name: deployment.api_name,
  }
}

export const presentDeploymentUsage = (isUsed: boolean) => ({
  is_used: isUsed,
  deployment_types: isUsed ? ['API Deployment'] : [],
  message: isUsed
    ? 'An API deployment uses this project. To apply your changes to it, export the project again.'
    : '',
  is_lookup_dirty: false,
})
