import type { DeploymentKey } from '@recto/contract/deployments'
import { Alert, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { explain, failuresByField } from '../../../shared/api/refusal.ts'
import { FormField } from '../../../shared/form/FormField.tsx'
import { useCreateKey, useUpdateKey } from '../deployments.queries.ts'

const MAX_DESCRIPTION = 255

type Props = {
  readonly deploymentId: string
  /** The key to edit; without one a new one is made. */
  readonly apiKey?: DeploymentKey
  readonly onClose: () => void
}

/** Says what a key is for. */
export function KeyForm({ deploymentId, apiKey, onClose }: Props) {
  const formId = useId()
  const [description, setDescription] = useState(apiKey?.description ?? '')
  const create = useCreateKey()
  const update = useUpdateKey()
  const error = create.error ?? update.error
  const atField = failuresByField(error).get('description')
  const body = { description: description.trim() }

  function submit() {
    if (apiKey) return update.mutate({ params: { id: apiKey.id }, body }, { onSuccess: onClose })
    create.mutate({ params: { id: deploymentId }, body }, { onSuccess: onClose })
  }

  return (
    <Modal
      open
      width={420}
      title={apiKey ? 'Edit key' : 'New key'}
      okText={apiKey ? 'Update' : 'Add'}
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        disabled: body.description === '',
        loading: create.isPending || update.isPending,
      }}
      onCancel={onClose}
    >
      <Form id={formId} layout="vertical" requiredMark={false} onFinish={submit}>
        <FormField label="Description" failure={atField} hint="Who or what will use the key">
          {(ties) => (
            <Input
              {...ties}
              autoFocus
              maxLength={MAX_DESCRIPTION}
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
          )}
        </FormField>
        {error && !atField && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={explain(error, 'Failed to save the API key')}
          />
        )}
      </Form>
    </Modal>
  )
}
