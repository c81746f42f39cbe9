import { lettersOfQuestion } from '@recto/contract/chat-apps/chat-apps'
import { Input } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import {
  type CannedQuestion,
  useCreateCannedQuestion,
  useUpdateCannedQuestion,
} from './canned-questions.queries.ts'

type Props = {
  readonly appId: string
  /** The question to change; without one, the dialog adds a new one. */
  readonly cannedQuestion?: CannedQuestion | undefined
  onClose(): void
}

/** Dialog for the text of a canned question. */
export function CannedQuestionDialog({ appId, cannedQuestion, onClose }: Props) {
  const [text, setText] = useState(cannedQuestion?.question ?? '')
  const create = useCreateCannedQuestion()
  const update = useUpdateCannedQuestion()

  function submit() {
    const question = text.trim()
    if (question === '') return
    // Failures are not reported, because the list shows what is stored.
    const options = { onSettled: onClose }
    if (cannedQuestion) update.mutate({ id: cannedQuestion.id, question }, options)
    else create.mutate({ appId, question }, options)
  }

  return (
    <FormDialog
      title={cannedQuestion ? 'Edit canned question' : 'New canned question'}
      okText="Save"
      isPending={create.isPending || update.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
