import { createContext, use } from 'react'
import type { Execution, FileExecution } from '../execution.ts'
import type { AskedRun } from './use-start-run.ts'

/** The present run of the workflow on the screen, or its last one. */
export type WorkflowRun = {
  readonly execution: Execution | undefined
  readonly files: readonly FileExecution[]
  /** The part of the files that has left, from 0 to 1, while they are being sent. */
  readonly sent: number | undefined
  /** From the moment of asking until the last file is through. */
  readonly isBusy: boolean
  /** What was asked for and goes on. */
  readonly asked: AskedRun | undefined
  start(asked: AskedRun): void
}

const WorkflowRunContext = createContext<WorkflowRun | undefined>(undefined)
export const WorkflowRunProvider = WorkflowRunContext.Provider

export function useWorkflowRun(): WorkflowRun {
  const run = use(WorkflowRunContext)
  if (!run) throw new Error('useWorkflowRun needs a RunScope above it.')
  return run
}
