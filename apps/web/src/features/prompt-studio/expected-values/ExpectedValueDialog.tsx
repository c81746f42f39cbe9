import { Modal } from 'antd'
import { type ExpectedValueFormProps, useExpectedValueForm } from './use-expected-value-form.tsx'

type Props = ExpectedValueFormProps & {
  /** Key of the prompt. */
  readonly name: string
}

/** Dialog for entering the expected value of a prompt on a document. */
export function ExpectedValueDialog({ name, ...props }: Props) {
  const { fields, buttons } = useExpectedValueForm(props)
  return (
    <Modal
      open
      width={480}
      title={`Expected value of ${name}`}
      onCancel={props.onClose}
      footer={[...buttons]}
    >
      {fields}
    </Modal>
  )
}
