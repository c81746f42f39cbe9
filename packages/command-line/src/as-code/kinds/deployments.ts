import { deploymentFields } from '@recto/contract/deployments/deployment-fields'
import type { ApiDeployment, DeploymentListItem } from '@recto/contract/deployments/deployments'
import { z } from 'zod'
import { noSecrets, type ObjectKind, type StoredObject } from '../kind.ts'
import { parseSpec } from './settings.ts'

const Spec = z.strictObject({
  /** The name of a workflow. */
  workflow: z.string().min(1).max(128),
  display_name: deploymentFields.displayName.schema,
  description: deploymentFields.description.schema.default(''),
  is_active: z.boolean().default(true),
})

const toObject = (deployment: DeploymentListItem): StoredObject => ({
  kind: 'deployment',
  name: deployment.api_name,
  id: deployment.id,
  spec: {
    workflow: deployment.workflow_name,
    display_name: deployment.display_name,
    description: deployment.description,
    is_active: deployment.is_active,
  },
  secrets: noSecrets,
})

/** The name of a deployment is the last part of its address. */
export const deploymentKind: ObjectKind = {
  kind: 'deployment',
  folder: 'deployments',
  spec: Spec,
  async list({ platform }) {
    const deployments = await platform.send<DeploymentListItem[]>('GET', 'api/deployment/')
    return deployments.map(toObject)
  },
  references: ({ spec }) => [{ kind: 'workflow', key: String(spec.workflow), field: 'workflow' }],
  async save(inventory, { name, spec }, storedObject) {
    const { workflow, ...fields } = parseSpec(Spec, spec)
    const body = { ...fields, api_name: name, workflow: inventory.getId('workflow', workflow) }
    const { platform } = inventory
    const savedRow = storedObject
      ? await platform.send<ApiDeployment>('PATCH', `api/deployment/${storedObject.id}/`, body)
      : await platform.send<ApiDeployment>('POST', 'api/deployment/', body)
    return savedRow.id
  },
  remove: ({ platform }, { id }) => platform.send('DELETE', `api/deployment/${id}/`),
}
