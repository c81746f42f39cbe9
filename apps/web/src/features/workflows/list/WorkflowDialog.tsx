import { useNavigate } from '@tanstack/react-router'
import { Alert, Input } from 'antd'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import { useFormValues } from '../../../shared/form/use-form-values.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useChangeRefusal } from '../use-change-refusal.ts'
import type { Workflow, WorkflowValues } from '../workflow.ts'
import { useCreateWorkflow, useUpdateWorkflow } from '../workflows.queries.ts'

const MAX_NAME = 128
const NAME_MISSING = 'Enter a workflow name'

type Props = {
  /** The workflow to edit; without one, the dialog creates a new one and opens it. */
  readonly workflow?: Workflow
  readonly onClose: () => void
}

/** Dialog for the name and the description of a workflow. */
export function WorkflowDialog({ workflow, onClose }: Props) {
  const { values, failures, setFailures, change } = useFormValues<WorkflowValues>({
    name: workflow?.name ?? '',
    description: workflow?.description ?? '',
  })
  const save = useSaveWorkflow(workflow, onClose)
  const refusal = useChangeRefusal(workflow)

  async function submit() {
    if (values.name.trim() === '') {
      return setFailures(new Map([['name', NAME_MISSING]]))
    }
    await save.run(values).catch((refusal) => setFailures(failuresByField(refusal)))
  }

  return (
    <FormDialog
      title={workflow ? 'Edit workflow' : 'New workflow'}
      okText={workflow ? 'Save' : 'Create workflow'}
      isPending={save.isPending}
      isDisabled={refusal !== undefined}
      error={save.error}
      failureText="Failed to save"
      onSubmit={submit}
      onClose={onClose}
    >
      {refusal && <Alert type="info" showIcon role="status" title={refusal} />}
      <FormField label="Name" failure={failures.get('name')}>
        {(field) => (
          <Input
            {...field}
            autoFocus
            maxLength={MAX_NAME}
            value={values.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </FormField>
      <FormField label="Description" failure={failures.get('description')}>
        {(field) => (
          <Input.TextArea
            {...field}
            autoSize={{ minRows: 3, maxRows: 6 }}
            value={values.description}
            onChange={({ target }) => change({ description: target.value })}
          />
        )}
      </FormField>
    </FormDialog>
  )
}

/** Saves a workflow, reports the result, and opens a new one. */
function useSaveWorkflow(workflow: Workflow | undefined, onSaved: () => void) {
  const create = useCreateWorkflow()
  const update = useUpdateWorkflow()
  const alerts = useAlerts()
  const navigate = useNavigate()
  const to = usePaths()

  async function run(values: WorkflowValues) {
    if (workflow) {
      await update.mutateAsync({ id: workflow.id, values })
      alerts.success('Workflow updated successfully')
      return onSaved()
    }
    const newWorkflow = await create.mutateAsync(values)
    onSaved()
    await navigate({ to: to.workflow(newWorkflow.id) })
  }

  return {
    run,
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
  }
}
