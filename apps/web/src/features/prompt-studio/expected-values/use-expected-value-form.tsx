import { Alert, Button, Checkbox, Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import {
  type ExpectedValue,
  useDeleteExpectedValue,
  useSaveExpectedValue,
} from '../expected-value.queries.ts'

const MAX_VALUE = 200_000

export type ExpectedValueFormProps = {
  readonly target: {
    readonly projectId: string
    readonly promptId: string
    readonly documentId: string
  }
  readonly expectedValue: ExpectedValue | undefined
  /** Initial value while no expected value is stored. */
  readonly defaultValue: string | null
  onClose(): void
}

type ExpectedValueForm = { readonly fields: ReactNode; readonly buttons: readonly ReactNode[] }

/** Returns the form for the expected value of a prompt on a document, for a dialog or for a page. */
export function useExpectedValueForm({
  target: valueRef,
  expectedValue,
  defaultValue,
  onClose,
}: ExpectedValueFormProps): ExpectedValueForm {
  const initialValue = expectedValue ? expectedValue.value : defaultValue
  const [text, setText] = useState(initialValue ?? '')
  const [isNothing, setNothing] = useState(initialValue === null)
  const save = useSaveExpectedValue()
  const remove = useDeleteExpectedValue()
  const fieldId = useId()
  const error = save.error ?? remove.error
  const close = { onSuccess: onClose }

  const fields = (
    <>
      {expectedValue?.contradictedBy && <Contradiction expectedValue={expectedValue} />}
      <label htmlFor={fieldId} className="visually-hidden">
        Expected value
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
        The document does not contain this value
      </Checkbox>
      <p className="faint truth-note">
        The expected value applies to this document in every profile. Differences in number and date
        formats are ignored.
      </p>
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(error, 'Failed to update the expected value')}
        />
      )}
    </>
  )
  const buttons = [
    expectedValue && (
      <Button
        key="remove"
        danger
        loading={remove.isPending}
        onClick={() => remove.mutate(valueRef, close)}
      >
        Delete expected value
      </Button>
    ),
    <Button
      key="save"
      type="primary"
      loading={save.isPending}
      onClick={() => save.mutate({ ...valueRef, value: isNothing ? null : text }, close)}
    >
      Save
    </Button>,
  ]
  return { fields, buttons }
}

/** Shows two contradicting values. Saving either of them, or another one, resolves the conflict. */
function Contradiction({
  expectedValue: { value, author, contradictedBy },
}: {
  readonly expectedValue: ExpectedValue
}) {
  const describe = (person: string | null | undefined, answer: string | null | undefined) =>
    `${person ?? 'Someone'} expects ${typeof answer === 'string' ? `“${answer}”` : 'no value'}`
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={`${describe(author, value)}, but ${describe(contradictedBy?.author, contradictedBy?.value)}. Neither value is used until you save the correct one.`}
    />
  )
}
