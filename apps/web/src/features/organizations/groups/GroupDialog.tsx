import { Input } from 'antd'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import { useFormValues } from '../../../shared/form/use-form-values.ts'
import type { Group, GroupValues } from './group.ts'
import { useChangeGroup, useCreateGroup } from './groups.queries.ts'

type Props = {
  /** The group to change; without one, the dialog creates a new one. */
  readonly group?: Group
  readonly onClose: () => void
}

/** Dialog for the name and the description of a group. */
export function GroupDialog({ group, onClose }: Props) {
  const alerts = useAlerts()
  const create = useCreateGroup()
  const update = useChangeGroup()
  const { error, isPending } = group ? update : create
  const { values, failures, setFailures, change } = useFormValues<GroupValues>({
    name: group?.name ?? '',
    description: group?.description ?? '',
  })

  async function submit() {
    if (!values.name.trim()) return setFailures(new Map([['name', 'Enter a name']]))
    try {
      await (group ? update.mutateAsync({ id: group.id, ...values }) : create.mutateAsync(values))
      alerts.success('Group saved')
      onClose()
    } catch (refusal) {
      setFailures(failuresByField(refusal))
    }
  }

  return (
    <FormDialog
      title={group ? `Edit ${group.name}` : 'New group'}
      okText={group ? 'Save' : 'Create group'}
      isPending={isPending}
      error={error}
      failureText="Failed to save the group"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField label="Name" failure={failures.get('name')}>
        {(ties) => (
          <Input
            {...ties}
            autoFocus
            maxLength={255}
            value={values.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </FormField>
      <FormField label="Description" failure={failures.get('description')}>
        {(ties) => (
          <Input.TextArea
            {...ties}
            maxLength={1000}
            autoSize={{ minRows: 2, maxRows: 5 }}
            value={values.description}
            onChange={({ target }) => change({ description: target.value })}
          />
        )}
      </FormField>
    </FormDialog>
  )
}
