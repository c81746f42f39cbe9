import { Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import {
  type ReviewKeySummary,
  useCreateReviewKey,
  useUpdateReviewKey,
} from './review-keys.queries.ts'

type Props = {
  /** The key to change; without one, the dialog creates a new one. */
  readonly reviewKey: ReviewKeySummary | undefined
  onClose(): void
}

/** Dialog for the description of a key. */
export function KeyDialog({ reviewKey, onClose }: Props) {
  const formId = useId()
  const alerts = useAlerts()
  const create = useCreateReviewKey()
  const update = useUpdateReviewKey()
  const [description, setDescription] = useState(reviewKey?.description ?? '')
  const error = create.error ?? update.error
  const isBlank = description.trim() === ''

  function submit() {
    if (isBlank) return
    if (!reviewKey) {
      create.mutate(description.trim(), {
        onSuccess: onClose,
        onError: (error) => alerts.showError(error, 'Failed to add api key'),
      })
      return
    }
    update.mutate(
      { id: reviewKey.id, description: description.trim() },
      {
        onSuccess: () => {
          alerts.success('Key updated successfully')
          onClose()
        },
        onError: (error) => alerts.showError(error, 'Failed to update API key'),
      },
    )
  }

  return (
    <Modal
      open
      width={480}
      title={reviewKey ? 'Edit key' : 'New Key'}
      okText={reviewKey ? 'Update' : 'Add'}
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        disabled: isBlank,
        loading: create.isPending || update.isPending,
      }}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form id={formId} layout="vertical" requiredMark={false} onFinish={submit}>
        <FormField
          label="Description"
          failure={error ? failuresByField(error).get('description') : undefined}
          hint="What the key is used for"
        >
          {(ties) => (
            <Input
              {...ties}
              autoFocus
              maxLength={255}
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
          )}
        </FormField>
      </Form>
    </Modal>
  )
}
