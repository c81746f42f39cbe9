import * as api from '@recto/contract/deployments/deployments'
import {
  createPipelineKey,
  getPipelineCollection,
  listPipelineKeys,
} from '@recto/contract/pipelines/pipelines'
import { rowsIn } from '@recto/contract/wire/paging'
import { compareWorkflow, listWorkflowVersions } from '@recto/contract/workflows/workflow-versions'
import { canUpdateWorkflow, listEndpoints } from '@recto/contract/workflows/workflows'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import {
  createdFromWire,
  deploymentChangeToWire,
  deploymentFromWire,
  deploymentNames,
  keyChangeToWire,
  keyFromWire,
  newDeploymentToWire,
} from './deployment.ts'

export const deploymentList = readAs(api.listDeployments, { query: {} }, (deployments) =>
  rowsIn(deployments).map(deploymentFromWire),
)

export const deploymentsOf = (workflowId: string) =>
  readAs(api.listDeployments, { query: { workflow: workflowId } }, (deployments) =>
    rowsIn(deployments).map(deploymentFromWire),
  )

/** Owner of the keys: an API deployment or a pipeline. */
export type KeyKind = 'api' | 'pipeline'

export const keysOf = (id: string, kind: KeyKind = 'api') =>
  kind === 'api'
    ? readAs(api.listDeploymentKeys, { params: { id } }, (keys) => keys.map(keyFromWire))
    : readAs(listPipelineKeys, { params: { id } }, (keys) => keys.map(keyFromWire))

/** Workflows whose source is an API, which can be deployed as an API. */
export const deployableWorkflows = readAs(
  listEndpoints,
  { query: { endpoint_type: 'SOURCE', connection_type: 'API' } },
  (endpoints) => endpoints.map((end) => ({ id: end.workflow, name: end.workflow_name })),
)

/**
 * The first deployment of a workflow publishes it; after the last one is deleted, it is no longer
 * live.
 */
const deploymentEndpoints = [
  api.listDeployments,
  canUpdateWorkflow,
  listWorkflowVersions,
  compareWorkflow,
]
const fieldOf = fieldIn(deploymentNames)

export const useCreateDeployment = () =>
  useChange(api.createDeployment, {
    invalidates: deploymentEndpoints,
    toWire: newDeploymentToWire,
    fromWire: createdFromWire,
    fieldOf,
  })

export const useUpdateDeployment = () =>
  useChange(api.updateDeployment, {
    invalidates: deploymentEndpoints,
    toWire: deploymentChangeToWire,
    fieldOf,
  })

const byId = (id: string) => ({ params: { id } })

/** Deletes the deployment with the given id. */
export const useDeleteDeployment = () =>
  useChange(api.deleteDeployment, { invalidates: deploymentEndpoints, toWire: byId })

/** Returns the Postman collection of the deployment or the pipeline with the given id. */
export const usePostmanCollection = (kind: KeyKind) =>
  useChange(kind === 'api' ? api.getPostmanCollection : getPipelineCollection, {
    invalidates: [],
    toWire: byId,
  })

const keyEndpoints = [api.listDeploymentKeys, listPipelineKeys]

type NewKey = { readonly deploymentId: string; readonly description: string }

export const useCreateKey = (kind: KeyKind) =>
  useChange(kind === 'api' ? api.createDeploymentKey : createPipelineKey, {
    invalidates: keyEndpoints,
    toWire: ({ deploymentId, description }: NewKey) => ({
      params: { id: deploymentId },
      body: { description },
    }),
    fromWire: keyFromWire,
  })

export const useUpdateKey = () =>
  useChange(api.updateDeploymentKey, { invalidates: keyEndpoints, toWire: keyChangeToWire })

/** Deletes the key with the given id. */
export const useDeleteKey = () =>
  useChange(api.deleteDeploymentKey, { invalidates: keyEndpoints, toWire: byId })
