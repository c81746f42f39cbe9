import { listDeployments } from '@recto/contract/deployments/deployments'
import { workflowSharing } from '@recto/contract/organizations/sharing'
import * as tools from '@recto/contract/tools/tool-instances'
import { rowsIn } from '@recto/contract/wire/paging'
import { previewCall } from '@recto/contract/workflows/call-previews'
import { type EndpointLists, getEndpointLists } from '@recto/contract/workflows/line-tables'
import * as versions from '@recto/contract/workflows/workflow-versions'
import * as api from '@recto/contract/workflows/workflows'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { read, readAs, useChange } from '../../shared/api/requests.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import type { FormValues } from '../../shared/form/schema-form/SchemaForm.tsx'
import { newStepToWire, toolFromWire } from './tool.ts'
import {
  endFromWire,
  endToWire,
  newWorkflowToWire,
  workflowChangeToWire,
  workflowFromWire,
  workflowNames,
} from './workflow.ts'

/** Workflows of one user, or of everyone in the organization. */
export const workflowList = (createdBy?: string) =>
  readAs(api.listWorkflows, { query: createdBy ? { created_by: createdBy } : {} }, (workflows) =>
    rowsIn(workflows).map(workflowFromWire),
  )

export const workflow = (id: string) =>
  readAs(api.getWorkflow, { params: { id } }, workflowFromWire)

export const endsOfWorkflow = (id: string) =>
  readAs(api.listEndpointsOfWorkflow, { params: { id } }, (ends) => ends.map(endFromWire))

/**
 * Deployments and pipelines of a workflow. While there are any, the types of its endpoints cannot be
 * changed and it cannot be deleted.
 */
export const usesOf = (id: string) =>
  readAs(
    api.canUpdateWorkflow,
    { params: { id } },
    ({ can_update, api_names = [], pipelines = [], in_review_count: inReviewCount = 0 }) => ({
      isUsed: !can_update,
      inReviewCount,
      apis: api_names,
      pipelines,
    }),
  )

/** The query for the deployments and pipelines of a workflow. */
export type WorkflowUsesQuery = ReturnType<typeof usesOf>

type EndKind = { readonly type: 'src' | 'dest'; readonly entity: 'file' | 'db' | 'http' }

/** Schema of the settings of a source or destination that does not exist yet. */
export const endSchema = (kind: EndKind) => read(api.getEndSchema, { query: kind })

/** Schema of an endpoint's settings. */
export const endSettings = (id: string) => read(api.getEndpointSettings, { params: { id } })

/** The list prompts of a workflow, with values of their newest answers. */
export const endLists = (id: string) =>
  readAs(getEndpointLists, { params: { id } }, ({ lists }) => lists)

/** The call that an HTTP endpoint would get with settings that need not be saved. */
export const callPreview = (id: string, configuration: FormValues) =>
  queryOptions({
    ...readAs(previewCall, { params: { id }, body: { configuration } }, (preview) => preview),
    placeholderData: keepPreviousData,
    retry: false,
  })

export type ListPrompt = EndpointLists['lists'][number]

export type DraftChange = versions.WorkflowChange

/** Differences between the workflow and its live version. */
export const draftChanges = (id: string) =>
  readAs(versions.compareWorkflow, { params: { id } }, ({ changes }) => changes)

/** A version of a workflow that is or was live. */
export type WorkflowVersion = {
  readonly version: number
  readonly isLive: boolean
  readonly restoredFrom: number | null
  readonly author: string | null
  readonly createdAt: string
}

export const versionList = (id: string) =>
  readAs(versions.listWorkflowVersions, { params: { id } }, (versions): WorkflowVersion[] =>
    versions.map((workflow) => ({
      version: workflow.version,
      isLive: workflow.is_live,
      restoredFrom: workflow.restored_from,
      author: workflow.created_by_email,
      createdAt: workflow.created_at,
    })),
  )

export type VersionSetting = versions.WorkflowSetting

/** The settings of a version, with the values that are live beside them. */
export const versionSettings = (id: string, version: number) =>
  readAs(versions.getWorkflowVersion, { params: { id, version } }, ({ settings }) => settings)

/** Replies about versions, which an edit of a deployed workflow changes. */
const versionEndpoints = [
  versions.listWorkflowVersions,
  versions.compareWorkflow,
  versions.getWorkflowVersion,
]

/** A rollback restores what is edited, too. */
const restoredEndpoints = [
  ...versionEndpoints,
  api.getWorkflow,
  api.listWorkflows,
  api.listEndpointsOfWorkflow,
  api.listEndpoints,
  workflowSharing.read,
]

/** Publishes the current state of the workflow with the given id. */
export const usePublish = () =>
  useChange(versions.publishWorkflow, {
    invalidates: versionEndpoints,
    toWire: (id: string) => ({ params: { id } }),
  })

type EarlierVersion = { readonly id: string; readonly version: number }

/** Makes an earlier version live. */
export const useChangeLive = () =>
  useChange(versions.rollBackWorkflow, {
    invalidates: restoredEndpoints,
    toWire: ({ id, version }: EarlierVersion) => ({ params: { id, version } }),
  })

type PublishingSetting = { readonly id: string; readonly changesNeedPublishing: boolean }

/** Changes whether edits of the workflow are live at once or when they are published. */
export const useChangePublishing = () =>
  useChange(api.patchWorkflow, {
    invalidates: restoredEndpoints,
    toWire: ({ id, changesNeedPublishing }: PublishingSetting) => ({
      params: { id },
      body: { changes_need_publishing: changesNeedPublishing },
    }),
  })

export const projectCount = read(tools.countProjects, {})

export const toolList = readAs(tools.listTools, {}, (list) => list.map(toolFromWire))

export const toolSettingsSchema = (toolId: string, workflowId: string) =>
  read(tools.getToolSettingsSchema, {
    query: { function_name: toolId, workflow_id: workflowId },
  })

const fieldOf = fieldIn(workflowNames)

export const useCreateWorkflow = () =>
  useChange(api.createWorkflow, {
    invalidates: [api.listWorkflows],
    toWire: newWorkflowToWire,
    fromWire: workflowFromWire,
    fieldOf,
  })

export const useUpdateWorkflow = () =>
  useChange(api.updateWorkflow, {
    invalidates: [api.listWorkflows, api.getWorkflow, api.listEndpoints, listDeployments],
    toWire: workflowChangeToWire,
    fieldOf,
  })

/** Fate of the documents in review of a deleted workflow. */
export type ReviewsOfDeleted = 'keep' | 'withdraw'

type DeletedWorkflow = { readonly id: string; readonly inReview: ReviewsOfDeleted }

/** Deletes a workflow. */
export const useDeleteWorkflow = () =>
  useChange(api.deleteWorkflow, {
    invalidates: [api.listWorkflows, api.listEndpoints],
    toWire: ({ id, inReview }: DeletedWorkflow) => ({
      params: { id },
      query: { in_review: inReview },
    }),
  })

export const useUpdateEnd = () =>
  useChange(api.updateEndpoint, {
    invalidates: [
      api.listEndpointsOfWorkflow,
      api.listEndpoints,
      ...versionEndpoints,
      workflowSharing.read,
    ],
    toWire: endToWire,
  })

/** The sharing says who may deploy what the workflow now uses. */
const stepEndpoints = [
  api.getWorkflow,
  api.listWorkflows,
  ...versionEndpoints,
  workflowSharing.read,
]

export const useAddTool = () =>
  useChange(tools.createToolInstance, { invalidates: stepEndpoints, toWire: newStepToWire })

type Order = { readonly workflowId: string; readonly ids: readonly string[] }

/** Reorders the steps of a workflow; all of them must be given. */
export const useReorderTools = () =>
  useChange(tools.reorderToolInstances, {
    invalidates: stepEndpoints,
    toWire: ({ workflowId, ids }: Order) => ({
      body: { workflow_id: workflowId, tool_instances: [...ids] },
    }),
  })

type Settings = { readonly id: string; readonly metadata: Record<string, unknown> }

export const useSaveToolSettings = () =>
  useChange(tools.updateToolInstance, {
    invalidates: stepEndpoints,
    toWire: ({ id, metadata }: Settings) => ({ params: { id }, body: { metadata } }),
  })

/** Removes the step with the given id. */
export const useRemoveTool = () =>
  useChange(tools.deleteToolInstance, {
    invalidates: stepEndpoints,
    toWire: (id: string) => ({ params: { id } }),
  })
