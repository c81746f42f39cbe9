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
      const { execution_id: id } = await create({ body: { workflow_id: workflowId } })
      onCreated(id)
      return run({
        form: formOf({ workflow_id: workflowId, execution_id: id }, files),
        onProgress: (part) => onSent(part < 1 ? part : undefined),
      })
    },
    onSuccess({ execution_status, error }) {
      if (execution_status === 'ERROR') alerts.warn(error ?? 'Something went wrong')
    },
    onError: (error) => alerts.failed(error, 'Something went wrong'),
  })
}

function formOf(fields: Readonly<Record<string, string>>, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const file of files) form.append('files', file, file.name)
  return form
}
