import { Alert, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { explain, failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import type { Group, GroupValues } from './group.ts'
import { useChangeGroup, useCreateGroup } from './groups.queries.ts'

type Props = {
  /** The group to change; without one, the dialog creates a new one. */
  readonly group?: Group
  readonly onClose: () => void
}

/** Dialog for the name and the description of a group. */
export function GroupDialog({ group, onClose }: Props) {
  const formId = useId()
  const alerts = useAlerts()
  const create = useCreateGroup()
  const update = useChangeGroup()
  const { error, isPending } = group ? update : create
  const [values, setValues] = useState<GroupValues>({
    name: group?.name ?? '',
    description: group?.description ?? '',
  })
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())

  function change(changes: Partial<GroupValues>) {
    setValues({ ...values, ...changes })
    setFailures(new Map([...failures].filter(([field]) => !(field in changes))))
  }

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
    <Modal
      open
      width={480}
      title={group ? `Edit ${group.name}` : 'New group'}
      okText={group ? 'Save' : 'Create group'}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: isPending }}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form id={formId} layout="vertical" requiredMark={false} onFinish={submit}>
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
        {error && failuresByField(error).size === 0 && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={explain(error, 'Failed to save the group')}
          />
        )}
      </Form>
    </Modal>
  )
}
