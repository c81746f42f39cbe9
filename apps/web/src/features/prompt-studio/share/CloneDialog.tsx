import { Alert, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { explain, failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
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
  const formId = useId()
  const fieldId = useId()
  const failure = clone.error && (failuresByField(clone.error).get('name') ?? undefined)

  async function submit() {
    const id = await clone.mutateAsync({ source, name: text }).catch(() => undefined)
    if (!id) return
    alerts.success('Project cloned sucessfully')
    onCloned(id)
  }

  return (
    <Modal
      open
      width={460}
      title="Enter name for your new clone"
      okText="Clone"
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        loading: clone.isPending,
        disabled: text.trim() === '',
      }}
      onCancel={onClose}
    >
      <Form id={formId} layout="vertical" onFinish={submit}>
        <Form.Item
          label="Name"
          htmlFor={fieldId}
          validateStatus={failure ? 'error' : ''}
          help={failure && <span id={`${fieldId}-failure`}>{failure}</span>}
        >
          <Input
            id={fieldId}
            autoFocus
            value={text}
            maxLength={MAX_NAME}
            aria-invalid={failure !== undefined}
            aria-describedby={failure ? `${fieldId}-failure` : undefined}
            onChange={({ target }) => setText(target.value)}
          />
        </Form.Item>
        <p className="faint">
          Prompts, notes, profiles and settings are copied; documents and results are not. The copy
          is not shared with anyone.
        </p>
        {clone.error && !failure && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={explain(clone.error, 'Failed to clone project')}
          />
        )}
      </Form>
    </Modal>
  )
}
