import { Alert, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { explain, failuresByField } from '../../../shared/api/refusal.ts'
import { FormField } from '../../../shared/form/FormField.tsx'
import type { ApiKey } from '../deployment.ts'
import { type KeyKind, useCreateKey, useUpdateKey } from '../deployments.queries.ts'

const MAX_DESCRIPTION = 255

type Props = {
  readonly deploymentId: string
  readonly kind: KeyKind
  /** The key to edit; without one, a new one is created. */
  readonly apiKey?: ApiKey
  /** Called with the new key. */
  onCreated?(apiKey: ApiKey): void
  readonly onClose: () => void
}

/** Form for the description of a key. */
export function KeyForm({ deploymentId, kind, apiKey, onCreated, onClose }: Props) {
  const formId = useId()
  const [description, setDescription] = useState(apiKey?.description ?? '')
  const create = useCreateKey(kind)
  const update = useUpdateKey()
  const error = create.error ?? update.error
  const atField = failuresByField(error).get('description')
  const trimmedDescription = description.trim()

  function submit() {
    if (apiKey) {
      const changes = { description: trimmedDescription }
      update.mutate({ id: apiKey.id, changes }, { onSuccess: onClose })
      return
    }
    const onSuccess = (newKey: ApiKey) => {
      onCreated?.(newKey)
      onClose()
    }
    create.mutate({ deploymentId, description: trimmedDescription }, { onSuccess })
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
        disabled: trimmedDescription === '',
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
