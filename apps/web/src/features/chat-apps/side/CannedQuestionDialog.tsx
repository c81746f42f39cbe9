import { lettersOfQuestion } from '@recto/contract/chat-apps'
import { Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { FormField } from '../../../shared/form/FormField.tsx'
import {
  type CannedQuestion,
  useCreateCannedQuestion,
  useUpdateCannedQuestion,
} from './canned-questions.queries.ts'

type Props = {
  readonly appId: string
  /** The question to change; without one the dialog adds a new one. */
  readonly canned?: CannedQuestion | undefined
  onClose(): void
}

/** Words a question that an app offers. */
export function CannedQuestionDialog({ appId, canned, onClose }: Props) {
  const formId = useId()
  const [text, setText] = useState(canned?.question ?? '')
  const create = useCreateCannedQuestion()
  const update = useUpdateCannedQuestion()

  function submit() {
    const question = text.trim()
    if (question === '') return
    // A failure is not told: the list shows what there is.
    const ended = { onSettled: onClose }
    if (canned) update.mutate({ id: canned.id, question }, ended)
    else create.mutate({ appId, question }, ended)
  }

  return (
    <Modal
      open
      width={480}
      title={canned ? 'Edit canned question' : 'New canned question'}
      okText="Save"
      okButtonProps={{
        ...{ htmlType: 'submit', form: formId },
        loading: create.isPending || update.isPending,
      }}
      onCancel={onClose}
    >
      <Form id={formId} layout="vertical" requiredMark={false} onFinish={submit}>
        <FormField label="Question" failure={undefined}>
          {(ties) => (
            <Input.TextArea
              {...ties}
              rows={4}
              maxLength={lettersOfQuestion}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </FormField>
      </Form>
    </Modal>
  )
}
