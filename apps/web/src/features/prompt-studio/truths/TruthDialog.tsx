import { Alert, Button, Checkbox, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { type Truth, useDeleteTruth, useSaveTruth } from '../truth.queries.ts'

const MAX_VALUE = 200_000

type Props = {
  readonly of: {
    readonly projectId: string
    readonly promptId: string
    readonly documentId: string
  }
  /** Key of the prompt. */
  readonly name: string
  readonly truth: Truth | undefined
  /** Initial value while no expected value is stored. */
  readonly usual: string | null
  onClose(): void
}

/** Dialog for entering the expected value of a prompt on a document. */
export function TruthDialog({ of, name, truth, usual, onClose }: Props) {
  const before = truth ? truth.value : usual
  const [text, setText] = useState(before ?? '')
  const [isNothing, setNothing] = useState(before === null)
  const save = useSaveTruth()
  const remove = useDeleteTruth()
  const fieldId = useId()
  const error = save.error ?? remove.error
  const close = { onSuccess: onClose }

  return (
    <Modal
      open
      width={480}
      title={`What is the right value of ${name}?`}
      onCancel={onClose}
      footer={[
        truth && (
          <Button
            key="remove"
            danger
            loading={remove.isPending}
            onClick={() => remove.mutate(of, close)}
          >
            Forget it
          </Button>
        ),
        <Button
          key="save"
          type="primary"
          loading={save.isPending}
          onClick={() => save.mutate({ ...of, value: isNothing ? null : text }, close)}
        >
          Save
        </Button>,
      ]}
    >
      {truth?.contradictedBy && <Contradiction truth={truth} />}
      <label htmlFor={fieldId} className="visually-hidden">
        Right value
      </label>
      <Input.TextArea
        id={fieldId}
        className="mono"
        autoFocus
        autoSize={{ minRows: 2, maxRows: 12 }}
        maxLength={MAX_VALUE}
        disabled={isNothing}
        value={isNothing ? '' : text}
        onChange={({ target }) => setText(target.value)}
      />
      <Checkbox
        style={{ marginTop: 8 }}
        checked={isNothing}
        onChange={({ target }) => setNothing(target.checked)}
      >
        The document does not say
      </Checkbox>
      <p className="faint truth-note">
        It holds for this document under every profile. Numbers and dates count as equal however
        they are written.
      </p>
      {error && (
        <Alert type="error" showIcon role="alert" title={explain(error, 'Failed to save')} />
      )}
    </Modal>
  )
}

/** Shows two contradicting values. Saving either of them, or another one, resolves the conflict. */
function Contradiction({ truth: { value, by, contradictedBy } }: { readonly truth: Truth }) {
  const say = (who: string | null | undefined, said: string | null | undefined) =>
    `${who ?? 'Somebody'} says “${said ?? 'nothing'}”`
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={`${say(by, value)}, ${say(contradictedBy?.by, contradictedBy?.value)}. Neither is used until you save which is right.`}
    />
  )
}
