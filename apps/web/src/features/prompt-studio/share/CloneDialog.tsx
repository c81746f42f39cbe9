import { Input } from 'antd'
import { useState } from 'react'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import { type CloneSource, useCloneProject } from '../share.queries.ts'

const MAX_NAME = 255

type Props = {
  readonly source: CloneSource
  readonly name: string
  onCloned(id: string): void
  onClose(): void
}

/** Asks for the name of a copy, creates it and opens it. */
export function CloneDialog({ source, name, onCloned, onClose }: Props) {
  const [text, setText] = useState(`Copy of ${name}`.slice(0, MAX_NAME))
  const clone = useCloneProject()
  const alerts = useAlerts()

  async function submit() {
    const id = await clone.mutateAsync({ source, name: text }).catch(() => undefined)
    if (!id) return
    alerts.success('Project cloned sucessfully')
    onCloned(id)
  }

  return (
    <FormDialog
      width={460}
      title="Enter name for your new clone"
      okText="Clone"
      isPending={clone.isPending}
      isDisabled={text.trim() === ''}
      error={clone.error}
      failureText="Failed to clone project"
      fields={['name']}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField label="Name" failure={failuresByField(clone.error).get('name')}>
        {(ties) => (
          <Input
            {...ties}
            autoFocus
            value={text}
            maxLength={MAX_NAME}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </FormField>
      <p className="faint">
        Prompts, notes, profiles and settings are copied; documents and results are not. The copy is
        not shared with anyone.
      </p>
    </FormDialog>
  )
}
