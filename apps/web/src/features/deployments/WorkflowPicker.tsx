import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Select } from 'antd'
import { explain } from '../../shared/api/refusal.ts'
import type { FieldTies } from '../../shared/form/FormField.tsx'
import { usePaths } from '../../shared/navigation/paths.ts'
import { deployableWorkflows } from './deployments.queries.ts'

type Props = FieldTies & {
  readonly value: string
  onChange(workflowId: string): void
}

/** Selects one of the workflows whose source is an API. */
export function WorkflowPicker({ value, onChange, ...ties }: Props) {
  const { data: workflows, error, isPending } = useQuery(deployableWorkflows)

  return (
    <Select<string>
      {...ties}
      style={{ width: '100%' }}
      placeholder={isPending ? 'Loading…' : 'Select a workflow'}
      loading={isPending}
      // While names are loading, the select would show the id of the workflow.
      value={isPending ? null : value || null}
      options={(workflows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={error ? explain(error, 'Failed to get endpoints') : <None />}
      onChange={onChange}
    />
  )
}

function None() {
  return (
    <span>
      No workflow has an API as its source. <Link to={usePaths().workflows()}>Go to workflows</Link>
    </span>
  )
}
