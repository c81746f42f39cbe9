import type { StepAction } from '@recto/contract/executions'
import { useMutation } from '@tanstack/react-query'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useCreateExecution, useStartExecution } from '../executions.queries.ts'

type Listeners = {
  onCreated(executionId: string): void
  /** Called with the part of the files that has left; `undefined` when all have. */
  onSent(part: number | undefined): void
}

/** How an execution is to run. */
export type AskedRun = {
  readonly files: readonly File[]
  /** Only the next step of the one that is there; the first makes one. */
  readonly action?: StepAction
  readonly isDryRun?: boolean
}

/** Makes an execution, then runs it with the files; the second call answers when they are through. */
export function useStartRun(workflowId: string, present: string, { onCreated, onSent }: Listeners) {
  const { mutateAsync: create } = useCreateExecution()
  const { mutateAsync: run } = useStartExecution()
  const alerts = useAlerts()

  return useMutation({
    async mutationFn({ files, action, isDryRun = false }: AskedRun) {
      const isNew = action === undefined || action === 'START'
      if (isNew) onSent(0)
      const executionId = isNew ? await create({ workflowId, isDryRun }) : present
      if (isNew) onCreated(executionId)
      return run({
        workflowId,
        executionId,
        files,
        action,
        onProgress: (part) => onSent(part < 1 ? part : undefined),
      })
    },
    onSuccess({ status, error }) {
      if (status === 'ERROR') alerts.warn(error ?? 'Something went wrong')
    },
    onError: (error) => alerts.failed(error, 'Something went wrong'),
  })
}
