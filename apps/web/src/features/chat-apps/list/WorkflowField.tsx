import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Select } from 'antd'
import { FormField } from '../../../shared/form/FormField.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { workflowsForApps } from '../chat-apps.queries.ts'

type Props = {
  readonly failure: string | undefined
  readonly value: string
  onChange(workflowId: string): void
}

/** Selects one of the workflows that deliver to a chat app. */
export function WorkflowField({ failure, value, onChange }: Props) {
  const { data: workflows, error, isPending } = useQuery(workflowsForApps)
  const loadFailure = error && !workflows ? 'Unable to get workflow list.' : undefined
  return (
    <FormField label="Workflow" failure={failure ?? loadFailure}>
      {(ties) => (
        <Select<string>
          {...ties}
          style={{ width: '100%' }}
          placeholder="Select a workflow"
          loading={isPending}
          value={value || null}
          options={(workflows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={loadFailure ?? <None />}
          onChange={onChange}
        />
      )}
    </FormField>
  )
}

function None() {
  return (
    <span>
      No workflow has “App Deployment” as its destination.{' '}
      <Link to={usePaths().workflows()}>Go to workflows</Link>
    </span>
  )
}
