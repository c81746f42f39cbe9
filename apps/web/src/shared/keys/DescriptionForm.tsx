import { Input } from 'antd'
import { useState } from 'react'
import { failuresByField } from '../api/refusal.ts'
import { FormDialog } from '../form/FormDialog.tsx'
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
  const [text, setText] = useState(description ?? '')
  const fieldFailure = failuresByField(save.error).get('description')
  const trimmedText = text.trim()
  return (
    <FormDialog
      width={440}
      title={title}
      okText={description === undefined ? 'Add' : 'Update'}
      isPending={save.isPending}
      isDisabled={trimmedText === ''}
      error={save.error}
      failureText={props.failureText}
      fields={['description']}
      onSubmit={() => {
        if (trimmedText) props.onSubmit(trimmedText)
      }}
      onClose={props.onClose}
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
    </FormDialog>
  )
}
