import { createContext, use } from 'react'
import type { Execution, FileExecution } from '../execution.ts'
import type { WorkflowRunOptions } from './use-start-run.ts'

/** The current run of the displayed workflow, or its last one. */
export type WorkflowRun = {
  readonly execution: Execution | undefined
  readonly files: readonly FileExecution[]
  /** Whether a run by steps that was chosen here has to end before another may be started. */
  readonly blocksStart: boolean
  /** The fraction of the files that has been uploaded, from 0 to 1, while they are being sent. */
  readonly uploadedShare: number | undefined
  /** Whether a run is in progress, from the request until the last file has ended. */
  readonly isBusy: boolean
  /** Options of the run in progress. */
  readonly request: WorkflowRunOptions | undefined
  start(request: WorkflowRunOptions): void
}

const WorkflowRunContext = createContext<WorkflowRun | undefined>(undefined)
export const WorkflowRunProvider = WorkflowRunContext.Provider

export function useWorkflowRun(): WorkflowRun {
  const run = use(WorkflowRunContext)
  if (!run) throw new Error('useWorkflowRun needs a RunScope above it.')
  return run
}
