import { listDeployments } from '@recto/contract/deployments/deployments'
import { previewDelivery } from '@recto/contract/executions/delivery-preview'
import {
  listDestinationCalls,
  repeatDestinationCall,
} from '@recto/contract/executions/destination-calls'
import { listExecutionLogs } from '@recto/contract/executions/execution-logs'
import * as api from '@recto/contract/executions/executions'
import {
  clearCache,
  clearFileMarker,
  listFileHistories,
} from '@recto/contract/executions/file-histories'
import { listPipelines } from '@recto/contract/pipelines/pipelines'
import { getExecutionChecks } from '@recto/contract/prompt-studio/checks'
import { SessionMessage } from '@recto/contract/server/sockets'
import { rowsIn } from '@recto/contract/wire/paging'
import { omitUndefined } from '@recto/omit-undefined'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { keyOf, readAs, send, useChange, useUpload } from '../../shared/api/requests.ts'
import { sentFromWire } from '../../shared/sent/sent-text.ts'
import {
  type ExecutionSearch,
  executionFromWire,
  executionQueryToWire,
  type FileFilter,
  fileFromWire,
  fileQueryToWire,
} from './execution.ts'
import { type LogSearch, logFromWire, logQueryToWire, runFromWire } from './execution-log.ts'
import { outcomeFromWire } from './file-outcome.ts'
import { deliveryFromWire } from './planned-delivery.ts'
import { isLive, isSettled } from './progress.ts'

const DETAIL_POLL_MS = 5000
/** Number of the newest runs among which a run by steps is searched. */
const RUNS_SEARCHED = 20

/** One page of a tab of the logs. While another page is loading, the previous one stays visible. */
export const executionPage = (query: ExecutionSearch) =>
  queryOptions({
    ...readAs(api.listExecutions, executionQueryToWire(query), ({ count, results }) => ({
      count,
      executions: results.map(executionFromWire),
    })),
    placeholderData: keepPreviousData,
  })

/** A deployment or pipeline whose executions a tab of the logs lists. */
export type ExecutionOrigin = { readonly id: string; readonly name: string }

/** The deployments or pipelines of a tab. Under a key of its own, as other pages keep more of each. */
export const originsOf = (entity: ExecutionSearch['entity']) =>
  queryOptions({
    queryKey: ['origins of executions', entity],
    queryFn: ({ signal }): Promise<readonly ExecutionOrigin[]> => fetchOrigins(entity, signal),
  })

async function fetchOrigins(entity: ExecutionSearch['entity'], signal: AbortSignal) {
  if (entity === 'WF') return []
  if (entity === 'API') {
    const deployments = rowsIn(await send(listDeployments, { query: {} }, signal))
    return deployments.map(({ id, display_name }) => ({ id, name: display_name }))
  }
  const pipelines = rowsIn(await send(listPipelines, { query: { type: entity } }, signal))
  return pipelines.map(({ id, pipeline_name }) => ({ id, name: pipeline_name }))
}

/** Polls while the execution is running. */
export const execution = (id: string, everyMs = DETAIL_POLL_MS) =>
  queryOptions({
    ...readAs(api.getExecution, { params: { id } }, executionFromWire),
    refetchInterval: ({ state: { data } }) => (data && isLive(data) ? everyMs : false),
  })

/**
 * The id of the newest run of a workflow that waits for its next step; null if there is none. A page
 * that is opened without the run in its address goes on with it.
 */
export const openStepRun = (workflowId: string) =>
  queryOptions(
    readAs(
      api.listRunsOfWorkflow,
      { params: { id: workflowId }, query: { page_size: RUNS_SEARCHED } },
      (runs) => runs.find((run) => run.execution_type === 'STEP' && !isSettled(run))?.id ?? null,
    ),
  )

export const filePage = (id: string, query: FileFilter) =>
  readAs(
    api.listFileExecutions,
    { params: { id }, query: fileQueryToWire(query) },
    ({ count, results }) => ({ count, files: results.map(fileFromWire) }),
  )

/**
 * Returns whether a message is about an execution. Progress messages contain no execution id and
 * always count.
 */
export function isAboutExecution(id: string, data: unknown): boolean {
  const { data: message } = SessionMessage.safeParse(data)
  if (!message) return false
  return message.type === 'UPDATE' || ('execution_id' in message && message.execution_id === id)
}

/** Refetches the execution and its files. */
export async function refreshRun(client: QueryClient, id: string): Promise<void> {
  const staleEndpoints = [api.getExecution, api.listFileExecutions, api.getFileResult]
  await Promise.all(
    staleEndpoints.map((endpoint) =>
      client.invalidateQueries({
        queryKey: keyOf(endpoint),
        predicate: ({ queryKey: [, , input] }) => isOf(input, id),
      }),
    ),
  )
}

const isOf = (input: unknown, id: string): boolean =>
  (input as { readonly params?: { readonly id?: string } } | undefined)?.params?.id === id

/** Polls until the file has been processed. */
export const fileOutcome = (id: string, fileId: string) =>
  queryOptions({
    ...readAs(api.getFileResult, { params: { id, file_id: fileId } }, outcomeFromWire),
    refetchInterval: ({ state: { data } }) => (data && !isSettled(data) ? DETAIL_POLL_MS : false),
  })

/** What the files of a preview would become at the destination that the workflow has now. */
export const deliveryPreview = (id: string) =>
  readAs(previewDelivery, { params: { id } }, deliveryFromWire)

/** Returns the id of the newest preview of a workflow; null if there is none. */
export const newestPreview = (workflowId: string) =>
  readAs(
    api.listRunsOfWorkflow,
    { params: { id: workflowId }, query: { page_size: RUNS_SEARCHED } },
    (runs) => runs.find((run) => run.is_preview)?.id ?? null,
  )

/** The text that was sent to external adapters for a file. */
export const sentInFile = (id: string, fileId: string) =>
  readAs(api.listSentInFile, { params: { id, file_id: fileId } }, sentFromWire)

/** Summary of the check outcomes of all files, and one page of them. */
export const checksOfExecution = (id: string, page: number) =>
  queryOptions({
    ...readAs(getExecutionChecks, { params: { id }, query: { page } }, (report) => report),
    placeholderData: keepPreviousData,
  })

const CALLS_PER_PAGE = 20

/** One page of the calls that an execution sends to an HTTP endpoint; polls while one is waiting. */
export const callsOfExecution = (id: string, { page, onlyDead }: CallSearch) =>
  queryOptions({
    ...readAs(
      listDestinationCalls,
      {
        params: { id },
        query: omitUndefined({
          page,
          page_size: CALLS_PER_PAGE,
          state: onlyDead ? ('DEAD' as const) : undefined,
        }),
      },
      ({ count, results }) => ({ count, pageSize: CALLS_PER_PAGE, calls: results }),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.calls.some(({ state }) => state === 'WAITING') ? DETAIL_POLL_MS : false,
  })

type CallSearch = { readonly page: number; readonly onlyDead: boolean }

/** One page of the log of an execution or of one of its files. */
export const logPage = (search: LogSearch) =>
  readAs(listExecutionLogs, logQueryToWire(search), ({ count, results }) => ({
    count,
    logs: results.map(logFromWire),
  }))

type Window = { readonly page: number; readonly pageSize: number }

/** One page of the executions of the API deployment or pipeline with the given id. */
export const runsOf = (id: string, { page, pageSize }: Window) =>
  readAs(
    api.listRunsOfPipeline,
    { params: { id }, query: { page, page_size: pageSize } },
    ({ count, results }) => ({ count, runs: results.map(runFromWire) }),
  )

const runEndpoints = [api.listExecutions]

const byId = (id: string) => ({ params: { id } })

/** Returns the id of the new execution. */
export const useRerunFailed = () =>
  useChange(api.rerunFailedFiles, {
    invalidates: runEndpoints,
    toWire: byId,
    fromWire: ({ execution_id }) => execution_id,
  })

/** Returns the id of the new execution. */
export const useRepeatCall = () =>
  useChange(repeatDestinationCall, {
    invalidates: [...runEndpoints, listDestinationCalls],
    toWire: ({ id, callId }: { readonly id: string; readonly callId: string }) => ({
      params: { id, call_id: callId },
    }),
    fromWire: ({ execution_id }) => execution_id,
  })

export const useStopExecution = () =>
  useChange(api.stopExecution, {
    invalidates: [...runEndpoints, api.getExecution, api.listFileExecutions],
    toWire: byId,
  })

/** Clears the cache of the workflow with the given id. Returns the message of the server. */
export const useClearCache = () => useChange(clearCache, { invalidates: [], toWire: byId })

export const useClearFileMarker = () =>
  useChange(clearFileMarker, { invalidates: [listFileHistories], toWire: byId })

type NewRun = {
  readonly workflowId: string
  readonly isDryRun?: boolean
  /** Whether it only reads the first files. */
  readonly isPreview?: boolean
  /** Whether results of earlier runs may be used. */
  readonly usesEarlierResults?: boolean
}

/** Returns the id of the execution. */
export const useCreateExecution = () =>
  useChange(api.executeWorkflow, {
    invalidates: runEndpoints,
    toWire: ({ workflowId, isDryRun, isPreview, usesEarlierResults = true }: NewRun) => ({
      body: omitUndefined({
        workflow_id: workflowId,
        dry_run: isDryRun ? true : undefined,
        preview: isPreview ? true : undefined,
        use_earlier_results: usesEarlierResults ? undefined : false,
      }),
    }),
    fromWire: ({ execution_id }) => execution_id,
  })

type Start = {
  readonly workflowId: string
  readonly executionId: string
  readonly files: readonly File[]
  /** Undefined runs it to its end. */
  readonly action?: api.StepAction | undefined
  onProgress(part: number): void
}

/** Starts an execution; resolves when all files, or the step, have been processed. */
export const useStartExecution = () =>
  useUpload(api.executeWorkflow, {
    invalidates: [...runEndpoints, api.getExecution, api.listFileExecutions, api.getFileResult],
    toWire({ workflowId, executionId, files, action, onProgress }: Start) {
      const form = new FormData()
      form.append('workflow_id', workflowId)
      form.append('execution_id', executionId)
      if (action) form.append('execution_action', action)
      for (const file of files) form.append('files', file, file.name)
      return { form, onProgress }
    },
    fromWire: ({ execution_status: status, error }) => ({ status, error }),
  })
