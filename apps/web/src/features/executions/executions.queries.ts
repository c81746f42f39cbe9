import * as api from '@recto/contract/executions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readAs, useChange, useUpload } from '../../shared/api/ask.ts'
import {
  type ExecutionSearch,
  executionFromWire,
  executionQueryToWire,
  type FileFilter,
  fileFromWire,
  fileQueryToWire,
} from './execution.ts'
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

/** Asks again until the file is through. */
export const fileOutcome = (id: string, fileId: string) =>
  queryOptions({
    ...readAs(api.getFileResult, { params: { id, file_id: fileId } }, outcomeFromWire),
    refetchInterval: ({ state: { data } }) => (data && !isSettled(data) ? DETAIL_POLL_MS : false),
  })

const ofRuns = [api.listExecutions]

/** Of the workflow with the given id. Returns the id of the execution. */
export const useCreateExecution = () =>
  useChange(api.executeWorkflow, {
    makesStale: ofRuns,
    toWire: (workflowId: string) => ({ body: { workflow_id: workflowId } }),
    fromWire: ({ execution_id }) => execution_id,
  })

type Start = {
  readonly workflowId: string
  readonly executionId: string
  readonly files: readonly File[]
  onProgress(part: number): void
}

/** Returns when all files are through. */
export const useStartExecution = () =>
  useUpload(api.executeWorkflow, {
    makesStale: [...ofRuns, api.getExecution, api.listFileExecutions, api.getFileResult],
    toWire({ workflowId, executionId, files, onProgress }: Start) {
      const form = new FormData()
      form.append('workflow_id', workflowId)
      form.append('execution_id', executionId)
      for (const file of files) form.append('files', file, file.name)
      return { form, onProgress }
    },
    fromWire: ({ execution_status: status, error }) => ({ status, error }),
  })
