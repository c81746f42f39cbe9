import { omitUndefined } from '@recto/omit-undefined'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../shared/navigation/address-search.ts'
import type { Execution, FileExecution } from '../execution.ts'
import { execution as executionQuery, filePage, openStepRun } from '../executions.queries.ts'
import { isLive, isSettled } from '../progress.ts'
import { useFollowRun } from './use-follow-run.ts'
import { useStartRun } from './use-start-run.ts'
import { WorkflowRunProvider } from './workflow-run.ts'

const POLL_MS = 1500
/** The page of the execution lists the rest. */
const MAX_FILES = 100

type LoadedFiles = { readonly count: number; readonly files: readonly FileExecution[] }

/** Returns whether the loaded files are older than the execution. */
const isOutdated = ({ count, files }: LoadedFiles, execution: Execution | undefined): boolean =>
  (execution !== undefined && count < execution.totalFiles) ||
  (execution?.step === undefined && files.some((file) => !isSettled(file)))

const isStepOpen = (execution: Execution | undefined): boolean =>
  execution?.step !== undefined && !isSettled(execution)

/** The run in the address, or else the one that waits for its next step; empty if there is none. */
function useCurrentRun(workflowId: string) {
  const runInAddress = textIn(useAddressSearch().run)
  const isInAddress = runInAddress !== undefined
  const { data: openRunId } = useQuery({ ...openStepRun(workflowId), enabled: !isInAddress })
  return { executionId: runInAddress ?? openRunId ?? '', isInAddress }
}

type Props = { readonly workflowId: string; readonly children: ReactNode }

/**
 * Provides the current run of a workflow; it is part of the address, so that it survives a reload. An
 * address without a run shows the run that waits for its next step, if there is one.
 */
export function RunScope({ workflowId, children }: Props) {
  const { stage } = useAddressSearch()
  const change = useChangeAddressSearch()
  const { executionId, isInAddress } = useCurrentRun(workflowId)
  const [uploadedShare, setUploadedShare] = useState<number>()
  const start = useStartRun(workflowId, executionId, {
    onCreated: (id) => change({ run: id, stage: stage ?? 'tool' }),
    onUpload: setUploadedShare,
  })

  const { data: execution } = useQuery({
    ...executionQuery(executionId, POLL_MS),
    enabled: executionId !== '',
    // While the request that runs it is open, the execution may not have its files yet.
    ...omitUndefined({ refetchInterval: start.isPending ? POLL_MS : undefined }),
  })
  const live = execution !== undefined && isLive(execution)
  const isWaiting = execution?.step?.isCompleted === true
  const isBusy = start.isPending || (live && !isWaiting)
  const files = useQuery({
    ...filePage(executionId, { pageSize: MAX_FILES }),
    enabled: executionId !== '',
    // The files may have been loaded before the last of them was listed or had ended.
    refetchInterval: ({ state: { data } }) =>
      isBusy || (data && isOutdated(data, execution)) ? POLL_MS : false,
  })
  useFollowRun(executionId)

  return (
    <WorkflowRunProvider
      value={{
        execution: executionId ? execution : undefined,
        files: executionId ? (files.data?.files ?? []) : [],
        // A run that was only found may belong to somebody else, so it keeps nobody from starting one.
        blocksStart: isInAddress && isStepOpen(execution),
        uploadedShare: start.isPending ? uploadedShare : undefined,
        isBusy,
        request: start.isPending ? start.variables : undefined,
        start: (request) => start.mutate(request),
      }}
    >
      {children}
    </WorkflowRunProvider>
  )
}
