import type { StepAction } from '@recto/contract/executions/executions'
import { useMutation } from '@tanstack/react-query'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useCreateExecution, useStartExecution } from '../executions.queries.ts'

type Listeners = {
  onCreated(executionId: string): void
  /** Called with the uploaded fraction of the files; `undefined` when all have been sent. */
  onUpload(part: number | undefined): void
}

/** Options of a run. */
export type WorkflowRunOptions = {
  readonly files: readonly File[]
  /** Runs only the next step of the current execution; the first step creates one. */
  readonly action?: StepAction
  readonly isDryRun?: boolean
  /** Whether results of earlier runs may be used; true by default. */
  readonly usesEarlierResults?: boolean
}

/**
 * Creates an execution and runs it with the files; the second request returns when they have been
 * processed.
 */
export function useStartRun(
  workflowId: string,
  currentId: string,
  { onCreated, onUpload }: Listeners,
) {
  const { mutateAsync: create } = useCreateExecution()
  const { mutateAsync: run } = useStartExecution()
  const alerts = useAlerts()

  return useMutation({
    async mutationFn(options: WorkflowRunOptions) {
      const { files, action, isDryRun = false, usesEarlierResults = true } = options
      const isNew = action === undefined || action === 'START'
      if (isNew) onUpload(0)
      const executionId = isNew
        ? await create({ workflowId, isDryRun, usesEarlierResults })
        : currentId
      if (isNew) onCreated(executionId)
      return run({
        workflowId,
        executionId,
        files,
        action,
        onProgress: (part) => onUpload(part < 1 ? part : undefined),
      })
    },
    onSuccess({ status, error }) {
      if (status === 'ERROR') alerts.warn(error ?? 'Something went wrong')
    },
    onError: (error) => alerts.showError(error, 'Something went wrong'),
  })
}
