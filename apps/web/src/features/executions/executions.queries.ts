import type { EndpointInput } from '@recto/contract/endpoint'
import * as api from '@recto/contract/executions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { read, useChange, useUpload } from '../../shared/api/ask.ts'
import { isLive, isSettled } from './progress.ts'

const DETAIL_POLL_MS = 5000

/** One page of a tab of the logs; the page before stays until it is there. */
export const executionPage = (query: EndpointInput<typeof api.listExecutions>['query']) =>
  queryOptions({ ...read(api.listExecutions, { query }), placeholderData: keepPreviousData })

/** Asks again for as long as the execution is under way. */
export const execution = (id: string, everyMs = DETAIL_POLL_MS) =>
  queryOptions({
    ...read(api.getExecution, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isLive(data) ? everyMs : false),
  })

export const filePage = (
  id: string,
  query: EndpointInput<typeof api.listFileExecutions>['query'],
) => read(api.listFileExecutions, { params: { id }, query })

/** Asks again until the file is through. */
export const fileResult = (id: string, file_id: string) =>
  queryOptions({
    ...read(api.getFileResult, { params: { id, file_id } }),
    refetchInterval: ({ state: { data } }) => (data && !isSettled(data) ? DETAIL_POLL_MS : false),
  })

const ofRuns = [api.listExecutions]
export const useCreateExecution = () => useChange(api.executeWorkflow, { makesStale: ofRuns })
export const useStartExecution = () =>
  useUpload(api.executeWorkflow, {
    makesStale: [...ofRuns, api.getExecution, api.listFileExecutions, api.getFileResult],
  })
