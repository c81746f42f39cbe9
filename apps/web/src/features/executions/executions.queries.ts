import { getExecutionChecks } from '@recto/contract/checks'
import { listExecutionLogs } from '@recto/contract/execution-logs'
import * as api from '@recto/contract/executions'
import { clearCache, clearFileMarker, listFileHistories } from '@recto/contract/file-histories'
import { SessionMessage } from '@recto/contract/sockets'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { keyOf, readAs, useChange, useUpload } from '../../shared/api/ask.ts'
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
import { isLive, isSettled } from './progress.ts'

const DETAIL_POLL_MS = 5000

/** One page of a tab of the logs; the page before stays until it is there. */
export const executionPage = (query: ExecutionSearch) =>
  queryOptions({
    ...readAs(api.listExecutions, executionQueryToWire(query), ({ count, results }) => ({
      count,
      executions: results.map(executionFromWire),
    })),
    placeholderData: keepPreviousData,
  })

/** Asks again for as long as the execution is under way. */
export const execution = (id: string, everyMs = DETAIL_POLL_MS) =>
  queryOptions({
    ...readAs(api.getExecution, { params: { id } }, executionFromWire),
    refetchInterval: ({ state: { data } }) => (data && isLive(data) ? everyMs : false),
  })

export const filePage = (id: string, query: FileFilter) =>
  readAs(
    api.listFileExecutions,
    { params: { id }, query: fileQueryToWire(query) },
    ({ count, results }) => ({ count, files: results.map(fileFromWire) }),
  )

/** Whether a message of the session is about an execution: what shows only how a run gets on names none. */
export function isRunNews(id: string, data: unknown): boolean {
  const { data: said } = SessionMessage.safeParse(data)
  if (!said) return false
  return said.type === 'UPDATE' || ('execution_id' in said && said.execution_id === id)
}

/** Has the pages ask how the execution and its files are now. */
export async function refreshRun(client: QueryClient, id: string): Promise<void> {
  const ofRun = [api.getExecution, api.listFileExecutions, api.getFileResult]
  await Promise.all(
    ofRun.map((endpoint) =>
      client.invalidateQueries({
        queryKey: keyOf(endpoint),
        predicate: ({ queryKey: [, , ask] }) => isOf(ask, id),
      }),
    ),
  )
}

const isOf = (ask: unknown, id: string): boolean =>
  (ask as { readonly params?: { readonly id?: string } } | undefined)?.params?.id === id

/** Asks again until the file is through. */
export const fileOutcome = (id: string, fileId: string) =>
  queryOptions({
    ...readAs(api.getFileResult, { params: { id, file_id: fileId } }, outcomeFromWire),
    refetchInterval: ({ state: { data } }) => (data && !isSettled(data) ? DETAIL_POLL_MS : false),
  })

/** What the calls for a file have sent to adapters that are outside. */
export const sentInFile = (id: string, fileId: string) =>
  readAs(api.listSentInFile, { params: { id, file_id: fileId } }, sentFromWire)

/** How the checks of all files came out, and a page of them. */
export const checksOfExecution = (id: string, page: number) =>
  queryOptions({
    ...readAs(getExecutionChecks, { params: { id }, query: { page } }, (report) => report),
    placeholderData: keepPreviousData,
  })

/** What an execution said, of itself or of one of its files. */
export const logPage = (search: LogSearch) =>
  readAs(listExecutionLogs, logQueryToWire(search), ({ count, results }) => ({
    count,
    logs: results.map(logFromWire),
  }))

type Window = { readonly page: number; readonly pageSize: number }

/** Of an API deployment or a pipeline, by its id. */
export const runsOf = (id: string, { page, pageSize }: Window) =>
  readAs(
    api.listRunsOfPipeline,
    { params: { id }, query: { page, page_size: pageSize } },
    ({ count, results }) => ({ count, runs: results.map(runFromWire) }),
  )

const ofRuns = [api.listExecutions]

const byId = (id: string) => ({ params: { id } })

/** Returns the id of the new execution. */
export const useRerunFailed = () =>
  useChange(api.rerunFailedFiles, {
    makesStale: ofRuns,
    toWire: byId,
    fromWire: ({ execution_id }) => execution_id,
  })

export const useStopExecution = () =>
  useChange(api.stopExecution, {
    makesStale: [...ofRuns, api.getExecution, api.listFileExecutions],
    toWire: byId,
  })

/** Of the workflow with the given id. Returns what the server says. */
export const useClearCache = () => useChange(clearCache, { makesStale: [], toWire: byId })

export const useClearFileMarker = () =>
  useChange(clearFileMarker, { makesStale: [listFileHistories], toWire: byId })

type NewRun = { readonly workflowId: string; readonly isDryRun?: boolean }

/** Returns the id of the execution. */
export const useCreateExecution = () =>
  useChange(api.executeWorkflow, {
    makesStale: ofRuns,
    toWire: ({ workflowId, isDryRun }: NewRun) => ({
      body: { workflow_id: workflowId, ...(isDryRun && { dry_run: true }) },
    }),
    fromWire: ({ execution_id }) => execution_id,
  })

type Start = {
  readonly workflowId: string
  readonly executionId: string
  readonly files: readonly File[]
  /** Absent: it runs to its end. */
  readonly action?: api.StepAction | undefined
  onProgress(part: number): void
}

/** Returns when all files are through, or the step is. */
export const useStartExecution = () =>
  useUpload(api.executeWorkflow, {
    makesStale: [...ofRuns, api.getExecution, api.listFileExecutions, api.getFileResult],
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
