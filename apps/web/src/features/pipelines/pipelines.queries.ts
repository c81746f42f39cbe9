import { listExecutions, listRunsOfPipeline } from '@recto/contract/executions/executions'
import type { PipelineType } from '@recto/contract/pipelines/pipeline-fields'
import * as api from '@recto/contract/pipelines/pipelines'
import { rowsIn } from '@recto/contract/wire/paging'
import { compareWorkflow, listWorkflowVersions } from '@recto/contract/workflows/workflow-versions'
import { canUpdateWorkflow, listEndpoints } from '@recto/contract/workflows/workflows'
import { omitUndefined } from '@recto/omit-undefined'
import { queryOptions } from '@tanstack/react-query'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import {
  newPipelineToWire,
  type Pipeline,
  pipelineChangeToWire,
  pipelineFromWire,
  pipelineNames,
} from './pipeline.ts'

const POLL_MS = 5000

const isRunning = ({ lastStatus }: Pipeline): boolean =>
  lastStatus === 'INPROGRESS' || lastStatus === 'RESTARTING'

/** Polls while one of them is running. */
export const pipelineList = (type: PipelineType) =>
  queryOptions({
    ...readAs(api.listPipelines, { query: { type } }, (list) => rowsIn(list).map(pipelineFromWire)),
    refetchInterval: ({ state: { data } }) => (data?.some(isRunning) ? POLL_MS : false),
  })

/** Pipelines of both types. */
export const allPipelines = readAs(api.listPipelines, { query: {} }, (list) =>
  rowsIn(list).map(pipelineFromWire),
)

export const pipelinesOf = (workflowId: string) =>
  readAs(api.listPipelines, { query: { workflow: workflowId } }, (list) =>
    rowsIn(list).map(pipelineFromWire),
  )

const connectionsOf: Readonly<Record<PipelineType, readonly string[]>> = {
  ETL: ['DATABASE', 'HTTP'],
  TASK: ['FILESYSTEM'],
}

/** Workflows that can be deployed as a pipeline of the type, depending on their destination. */
export const workflowChoices = (type: PipelineType) =>
  readAs(
    listEndpoints,
    {
      query: omitUndefined({
        endpoint_type: 'DESTINATION' as const,
        connection_type: type === 'TASK' ? ('FILESYSTEM' as const) : undefined,
      }),
    },
    (endpoints) =>
      endpoints
        .filter(({ connection_type: connection }) => connectionsOf[type].includes(connection))
        .map((end) => ({ id: end.workflow, name: end.workflow_name })),
  )

/**
 * The first pipeline of a workflow publishes it; after the last one is deleted, it is no longer
 * live.
 */
const pipelineEndpoints = [
  api.listPipelines,
  api.getPipeline,
  canUpdateWorkflow,
  listWorkflowVersions,
  compareWorkflow,
]
const fieldOf = fieldIn(pipelineNames)
const byId = (id: string) => ({ params: { id } })

export const useCreatePipeline = () =>
  useChange(api.createPipeline, {
    invalidates: pipelineEndpoints,
    toWire: newPipelineToWire,
    fieldOf,
  })

export const useUpdatePipeline = () =>
  useChange(api.updatePipeline, {
    invalidates: pipelineEndpoints,
    toWire: pipelineChangeToWire,
    fieldOf,
  })

type Activity = { readonly id: string; readonly isActive: boolean }

export const useSetActive = () =>
  useChange(api.patchPipeline, {
    invalidates: pipelineEndpoints,
    toWire: ({ id, isActive }: Activity) => ({
      params: { id },
      body: { active: isActive, pipeline_id: id },
    }),
  })

export const useDeletePipeline = () =>
  useChange(api.deletePipeline, { invalidates: pipelineEndpoints, toWire: byId })

type NewSync = Pick<Pipeline, 'id' | 'type'> & {
  /** Whether results of earlier runs may be used; true by default. */
  readonly usesEarlierResults?: boolean
}

export const useSyncNow = () =>
  useChange(api.executePipeline, {
    invalidates: [...pipelineEndpoints, listExecutions, listRunsOfPipeline],
    toWire: ({ id, type, usesEarlierResults = true }: NewSync) => ({
      body: omitUndefined({
        pipeline_id: id,
        pipeline_type: type,
        use_earlier_results: usesEarlierResults ? undefined : false,
      }),
    }),
  })

/** Refreshes the status of a pipeline and reloads the list. */
export const useRefreshPipelines = () =>
  useChange(api.getPipeline, { invalidates: [api.listPipelines], toWire: byId })
