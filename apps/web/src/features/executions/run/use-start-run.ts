import { useMutation } from '@tanstack/react-query'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useCreateExecution, useStartExecution } from '../executions.queries.ts'

type Listeners = {
  onCreated(executionId: string): void
  /** Called with the part of the files that has left; `undefined` when all have. */
  onSent(part: number | undefined): void
}

/** Makes an execution, then runs it with the files; the second call answers when they are through. */
export function useStartRun(workflowId: string, { onCreated, onSent }: Listeners) {
  const { mutateAsync: create } = useCreateExecution()
  const { mutateAsync: run } = useStartExecution()
  const alerts = useAlerts()

  return useMutation({
    async mutationFn(files: readonly File[]) {
      onSent(0)
      const executionId = await create(workflowId)
      onCreated(executionId)
      return run({
        workflowId,
        executionId,
        files,
        onProgress: (part) => onSent(part < 1 ? part : undefined),
      })
    },
    onSuccess({ status, error }) {
      if (status === 'ERROR') alerts.warn(error ?? 'Something went wrong')
    },
    onError: (error) => alerts.failed(error, 'Something went wrong'),
  })
}
