import * as api from '@recto/contract/deployments'
import { canUpdateWorkflow, listEndpoints } from '@recto/contract/workflows'
import { read, useChange } from '../../shared/api/ask.ts'

export const deploymentList = read(api.listDeployments, { query: {} })

export const deploymentsOf = (workflow: string) =>
  read(api.listDeployments, { query: { workflow } })

export const keysOf = (id: string) => read(api.listDeploymentKeys, { params: { id } })

/** Workflows that take files from calls: the ones that can be deployed as an API. */
export const deployableEndpoints = read(listEndpoints, {
  query: { endpoint_type: 'SOURCE', connection_type: 'API' },
})

const ofDeployments = [api.listDeployments, canUpdateWorkflow]
export const useCreateDeployment = () =>
  useChange(api.createDeployment, { makesStale: ofDeployments })
export const useUpdateDeployment = () =>
  useChange(api.updateDeployment, { makesStale: ofDeployments })
export const useDeleteDeployment = () =>
  useChange(api.deleteDeployment, { makesStale: ofDeployments })

export const usePostmanCollection = () => useChange(api.getPostmanCollection, { makesStale: [] })

const ofKeys = [api.listDeploymentKeys]
export const useCreateKey = () => useChange(api.createDeploymentKey, { makesStale: ofKeys })
export const useUpdateKey = () => useChange(api.updateDeploymentKey, { makesStale: ofKeys })
export const useDeleteKey = () => useChange(api.deleteDeploymentKey, { makesStale: ofKeys })
