import type { DeploymentKey, DeploymentListItem } from '@recto/contract/deployments/deployments'
import { toWireNames } from '../../shared/api/wire-names.ts'

/** A workflow that is deployed as an API. */
export type Deployment = {
  readonly id: string
  readonly displayName: string
  readonly description: string
  readonly workflowId: string
  readonly workflowName: string
  /** The last part of its address. */
  readonly apiName: string
  /** Whether it accepts calls. */
  readonly isActive: boolean
  readonly createdBy: number | null
  /** Whether the user is one of its owners. */
  readonly isOwner: boolean
  /** Its address on this server, without a leading slash. */
  readonly endpoint: string
}

export type DeploymentValues = Pick<
  Deployment,
  'displayName' | 'description' | 'apiName' | 'workflowId'
>

export const deploymentNames = {
  displayName: 'display_name',
  description: 'description',
  apiName: 'api_name',
  workflowId: 'workflow',
  isActive: 'is_active',
} as const

export const deploymentFromWire = (wire: DeploymentListItem): Deployment => ({
  id: wire.id,
  displayName: wire.display_name,
  description: wire.description,
  workflowId: wire.workflow,
  workflowName: wire.workflow_name,
  apiName: wire.api_name,
  isActive: wire.is_active,
  createdBy: wire.created_by,
  isOwner: wire.is_owner ?? false,
  endpoint: wire.api_endpoint,
})

/** A new deployment with its first key. */
export type DeploymentCredentials = {
  readonly name: string
  readonly endpoint: string
  readonly apiKey: string
}

type WireCreated = {
  readonly display_name: string
  readonly api_endpoint: string
  readonly api_key: string
}

export const createdFromWire = (wire: WireCreated): DeploymentCredentials => ({
  name: wire.display_name,
  endpoint: wire.api_endpoint,
  apiKey: wire.api_key,
})

export const newDeploymentToWire = (values: DeploymentValues) => ({
  body: toWireNames(values, deploymentNames),
})

type Change = {
  readonly id: string
  readonly changes: Partial<DeploymentValues & Pick<Deployment, 'isActive'>>
}

export const deploymentChangeToWire = ({ id, changes }: Change) => ({
  params: { id },
  body: toWireNames(changes, deploymentNames),
})

/** A key with which programs call a deployment. */
export type ApiKey = {
  readonly id: string
  readonly key: string
  /** Describes who or what uses the key. */
  readonly description: string
  readonly isActive: boolean
}

export const keyFromWire = (wire: DeploymentKey): ApiKey => ({
  id: wire.id,
  key: wire.api_key,
  description: wire.description,
  isActive: wire.is_active,
})

type KeyChange = {
  readonly id: string
  readonly changes: Partial<Pick<ApiKey, 'description' | 'isActive'>>
}

export const keyChangeToWire = ({ id, changes }: KeyChange) => ({
  params: { id },
  body: toWireNames(changes, { description: 'description', isActive: 'is_active' }),
})

/** Actions that open a dialog, on whatever a workflow is deployed as. */
export type DeployedAction = 'edit' | 'keys' | 'notifications' | 'runs' | 'share' | 'delete'

/** Actions on an API deployment that open a dialog. */
export type DeploymentAction = DeployedAction | 'snippets'

/** Returns the full address that callers use. */
export const endpointAddress = ({ endpoint }: Pick<Deployment, 'endpoint'>): string =>
  new URL(`/${endpoint}`, window.location.origin).href
