import type { Actor } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import type { DeploymentRow } from './deployments.store.ts'

type Recorded = {
  readonly done: 'created' | 'changed' | 'deleted'
  readonly deployment: DeploymentRow
  readonly before?: DeploymentRow
  readonly after?: DeploymentRow
}

/** Writes down what was done to a deployment, in the transaction that does it. */
export const recordDeployment = (
  tenant: Tenant,
  actor: Actor,
  { done, deployment: { id, display_name: name }, before, after }: Recorded,
) =>
  recordChange(tenant, actor, {
    action: `deployment.${done}`,
    subject: { type: 'deployment', id, name },
    ...(before && { before: shownOf(before) }),
    ...(after && { after: shownOf(after) }),
  })

const shownOf = (row: DeploymentRow) => ({
  display_name: row.display_name,
  api_name: row.api_name,
  description: row.description,
  workflow: row.workflow_id,
  is_active: row.is_active,
})
