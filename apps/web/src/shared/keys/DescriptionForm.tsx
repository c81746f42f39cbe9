import { Alert, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { explain, failuresByField } from '../api/refusal.ts'
import { FormField } from '../form/FormField.tsx'

const MAX_DESCRIPTION = 255

type Props = {
  readonly title: string
  readonly hint: string
  /** The description of the key to change; without one, the form is for a new key. */
  readonly description: string | undefined
  readonly save: { readonly error: Error | null; readonly isPending: boolean }
  /** Error message if the server gives no reason. */
  readonly failureText: string
  onSubmit(description: string): void
  onClose(): void
}

/** Form for a key of which only the description can be chosen. */
export function DescriptionForm({ title, hint, description, save, ...props }: Props) {
  const formId = useId()
  const [text, setText] = useState(description ?? '')
  const fieldFailure = failuresByField(save.error).get('description')
  const trimmedText = text.trim()
  return (
    <Modal
      open
      width={440}
      title={title}
      okText={description === undefined ? 'Add' : 'Update'}
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        disabled: trimmedText === '',
        loading: save.isPending,
      }}
      mask={{ closable: false }}
      onCancel={props.onClose}
    >
      <Form
        id={formId}
        layout="vertical"
        requiredMark={false}
        onFinish={() => {
          if (trimmedText) props.onSubmit(trimmedText)
        }}
      >
        <FormField label="Description" failure={fieldFailure} hint={hint}>
          {(ties) => (
            <Input
              {...ties}
              autoFocus
              maxLength={MAX_DESCRIPTION}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </FormField>
        {save.error && !fieldFailure && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={explain(save.error, props.failureText)}
          />
        )}
      </Form>
    </Modal>
  )
}
