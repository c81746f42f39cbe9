import * as api from '@recto/contract/deployments'
import { rowsIn } from '@recto/contract/paging'
import {
  createPipelineKey,
  getPipelineCollection,
  listPipelineKeys,
} from '@recto/contract/pipelines'
import { compareWorkflow, listWorkflowVersions } from '@recto/contract/workflow-versions'
import { canUpdateWorkflow, listEndpoints } from '@recto/contract/workflows'
import { readAs, useChange } from '../../shared/api/ask.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import {
  deploymentChangeToWire,
  deploymentFromWire,
  deploymentNames,
  keyChangeToWire,
  keyFromWire,
  madeFromWire,
  newDeploymentToWire,
} from './deployment.ts'

export const deploymentList = readAs(api.listDeployments, { query: {} }, (deployments) =>
  rowsIn(deployments).map(deploymentFromWire),
)

export const deploymentsOf = (workflowId: string) =>
  readAs(api.listDeployments, { query: { workflow: workflowId } }, (deployments) =>
    rowsIn(deployments).map(deploymentFromWire),
  )

/** What keys open: an API deployment, or a pipeline. */
export type KeyKind = 'api' | 'pipeline'

export const keysOf = (id: string, kind: KeyKind = 'api') =>
  kind === 'api'
    ? readAs(api.listDeploymentKeys, { params: { id } }, (keys) => keys.map(keyFromWire))
    : readAs(listPipelineKeys, { params: { id } }, (keys) => keys.map(keyFromWire))

/** Workflows that take files from calls: the ones that can be deployed as an API. */
export const deployableWorkflows = readAs(
  listEndpoints,
  { query: { endpoint_type: 'SOURCE', connection_type: 'API' } },
  (ends) => ends.map((end) => ({ id: end.workflow, name: end.workflow_name })),
)

/** The first deployment of a workflow publishes it, and with the last one nothing of it is live. */
const ofDeployments = [
  ...[api.listDeployments, canUpdateWorkflow],
  ...[listWorkflowVersions, compareWorkflow],
]
const fieldOf = fieldIn(deploymentNames)

export const useCreateDeployment = () =>
  useChange(api.createDeployment, {
    makesStale: ofDeployments,
    toWire: newDeploymentToWire,
    fromWire: madeFromWire,
    fieldOf,
  })

export const useUpdateDeployment = () =>
  useChange(api.updateDeployment, {
    makesStale: ofDeployments,
    toWire: deploymentChangeToWire,
    fieldOf,
  })

const byId = (id: string) => ({ params: { id } })

/** By its id. */
export const useDeleteDeployment = () =>
  useChange(api.deleteDeployment, { makesStale: ofDeployments, toWire: byId })

/** Of the deployment or the pipeline with the given id. */
export const usePostmanCollection = (kind: KeyKind) =>
  useChange(kind === 'api' ? api.getPostmanCollection : getPipelineCollection, {
    makesStale: [],
    toWire: byId,
  })

const ofKeys = [api.listDeploymentKeys, listPipelineKeys]

type NewKey = { readonly deploymentId: string; readonly description: string }

export const useCreateKey = (kind: KeyKind) =>
  useChange(kind === 'api' ? api.createDeploymentKey : createPipelineKey, {
    makesStale: ofKeys,
    toWire: ({ deploymentId, description }: NewKey) => ({
      params: { id: deploymentId },
      body: { description },
    }),
    fromWire: keyFromWire,
  })

export const useUpdateKey = () =>
  useChange(api.updateDeploymentKey, { makesStale: ofKeys, toWire: keyChangeToWire })

/** By its id. */
export const useDeleteKey = () =>
  useChange(api.deleteDeploymentKey, { makesStale: ofKeys, toWire: byId })
