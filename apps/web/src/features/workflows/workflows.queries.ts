import { listDeployments } from '@recto/contract/deployments'
import * as tools from '@recto/contract/tool-instances'
import * as api from '@recto/contract/workflows'
import { read, useChange } from '../../shared/api/ask.ts'

/** Of one person, or of everyone in the organization. */
export const workflowList = (createdBy?: string) =>
  read(api.listWorkflows, { query: createdBy ? { created_by: createdBy } : {} })

export const workflow = (id: string) => read(api.getWorkflow, { params: { id } })

export const endpointsOf = (id: string) => read(api.listEndpointsOfWorkflow, { params: { id } })

export const canUpdate = (id: string) => read(api.canUpdateWorkflow, { params: { id } })

export const projectCount = read(tools.countProjects, {})

export const toolList = read(tools.listTools, {})

export const toolSettingsSchema = (function_name: string, workflow_id: string) =>
  read(tools.getToolSettingsSchema, { query: { function_name, workflow_id } })

export const useCreateWorkflow = () =>
  useChange(api.createWorkflow, { makesStale: [api.listWorkflows] })
export const useUpdateWorkflow = () =>
  useChange(api.updateWorkflow, {
    makesStale: [api.listWorkflows, api.getWorkflow, api.listEndpoints, listDeployments],
  })
export const useDeleteWorkflow = () =>
  useChange(api.deleteWorkflow, { makesStale: [api.listWorkflows, api.listEndpoints] })

export const useUpdateEndpoint = () =>
  useChange(api.updateEndpoint, { makesStale: [api.listEndpointsOfWorkflow, api.listEndpoints] })

const ofSteps = [api.getWorkflow, api.listWorkflows]
export const useAddTool = () => useChange(tools.createToolInstance, { makesStale: ofSteps })
export const useSaveToolSettings = () =>
  useChange(tools.updateToolInstance, { makesStale: ofSteps })
export const useRemoveTool = () => useChange(tools.deleteToolInstance, { makesStale: ofSteps })
