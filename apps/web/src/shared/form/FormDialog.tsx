import { Alert, Form, Modal } from 'antd'
import { type ReactNode, useId } from 'react'
import { explain, failuresByField } from '../api/refusal.ts'

type Props = {
  readonly title: string
  readonly okText: string
  readonly width?: number
  readonly isPending: boolean
  readonly isDisabled?: boolean
  /** It says why saving failed, and is shown below the fields unless it belongs to one of them. */
  readonly error?: unknown
  /** Error message if the server gives no reason. */
  readonly failureText?: string
  /** The fields that show their failures; all that the server names by default. */
  readonly fields?: readonly string[]
  readonly children: ReactNode
  onSubmit(): void
  onClose(): void
}

/** A dialog with a form, which the return key submits, too. Mount it to open it. */
export function FormDialog(props: Props) {
  const { title, okText, width = 480, isPending, isDisabled = false, error, failureText } = props
  const formId = useId()
  const failures = failuresByField(error)
  const isAtField = props.fields?.some((field) => failures.has(field)) ?? failures.size > 0
  return (
    <Modal
      open
      width={width}
      title={title}
      okText={okText}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: isPending, disabled: isDisabled }}
      mask={{ closable: false }}
      onCancel={props.onClose}
    >
      <Form id={formId} layout="vertical" requiredMark={false} onFinish={props.onSubmit}>
        {props.children}
        {error && !isAtField ? (
          <Alert type="error" showIcon role="alert" title={explain(error, failureText)} />
        ) : null}
      </Form>
    </Modal>
  )
}
