import { listDeployments } from '@recto/contract/deployments'
import * as tools from '@recto/contract/tool-instances'
import * as api from '@recto/contract/workflows'
import { read, readAs, useChange } from '../../shared/api/ask.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import { newStepToWire, toolFromWire } from './tool.ts'
import {
  endFromWire,
  endToWire,
  newWorkflowToWire,
  workflowChangeToWire,
  workflowFromWire,
  workflowNames,
} from './workflow.ts'

/** Of one person, or of everyone in the organization. */
export const workflowList = (createdBy?: string) =>
  readAs(api.listWorkflows, { query: createdBy ? { created_by: createdBy } : {} }, (workflows) =>
    workflows.map(workflowFromWire),
  )

export const workflow = (id: string) =>
  readAs(api.getWorkflow, { params: { id } }, workflowFromWire)

export const endsOfWorkflow = (id: string) =>
  readAs(api.listEndpointsOfWorkflow, { params: { id } }, (ends) => ends.map(endFromWire))

/** Whether its ends may be changed: not once something is built on it. */
export const canUpdate = (id: string) =>
  readAs(api.canUpdateWorkflow, { params: { id } }, ({ can_update }) => can_update)

export const projectCount = read(tools.countProjects, {})

export const toolList = readAs(tools.listTools, {}, (list) => list.map(toolFromWire))

export const toolSettingsSchema = (toolId: string, workflowId: string) =>
  read(tools.getToolSettingsSchema, {
    query: { function_name: toolId, workflow_id: workflowId },
  })

const fieldOf = fieldIn(workflowNames)

export const useCreateWorkflow = () =>
  useChange(api.createWorkflow, {
    makesStale: [api.listWorkflows],
    toWire: newWorkflowToWire,
    fromWire: workflowFromWire,
    fieldOf,
  })

export const useUpdateWorkflow = () =>
  useChange(api.updateWorkflow, {
    makesStale: [api.listWorkflows, api.getWorkflow, api.listEndpoints, listDeployments],
    toWire: workflowChangeToWire,
    fieldOf,
  })

/** By its id. */
export const useDeleteWorkflow = () =>
  useChange(api.deleteWorkflow, {
    makesStale: [api.listWorkflows, api.listEndpoints],
    toWire: (id: string) => ({ params: { id } }),
  })

export const useUpdateEnd = () =>
  useChange(api.updateEndpoint, {
    makesStale: [api.listEndpointsOfWorkflow, api.listEndpoints],
    toWire: endToWire,
  })

const ofSteps = [api.getWorkflow, api.listWorkflows]

export const useAddTool = () =>
  useChange(tools.createToolInstance, { makesStale: ofSteps, toWire: newStepToWire })

type Settings = { readonly id: string; readonly metadata: Record<string, unknown> }

export const useSaveToolSettings = () =>
  useChange(tools.updateToolInstance, {
    makesStale: ofSteps,
    toWire: ({ id, metadata }: Settings) => ({ params: { id }, body: { metadata } }),
  })

/** By the id of the step. */
export const useRemoveTool = () =>
  useChange(tools.deleteToolInstance, {
    makesStale: ofSteps,
    toWire: (id: string) => ({ params: { id } }),
  })
