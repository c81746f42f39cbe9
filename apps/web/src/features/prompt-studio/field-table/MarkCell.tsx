import { type FieldRow, toValueKey } from './field-rows.ts'
import { useTableState } from './table-store.ts'
import { useFieldActions } from './use-field-actions.ts'

type Props = { readonly row: FieldRow; readonly tabIndex: number }

/** Whether the value is right, or a button that marks it as correct. */
export function MarkCell({ row, tabIndex }: Props) {
  const { prompt, output, expectedValue, isRight } = row
  const { mark } = useFieldActions()
  const isSaving = useTableState(({ savingKeys }) => savingKeys.has(toValueKey(row)))
  if (isSaving) return <span className="faint">Saving…</span>
  if (expectedValue?.contradictedBy) {
    return (
      <span
        className="bad"
        title="Two people expect different values. Edit the value to settle it."
      >
        <span aria-hidden="true">! </span>Contradicted
      </span>
    )
  }
  if (expectedValue) {
    if (isRight === undefined) return null
    return isRight ? (
      <span className="good" title={`Expected value set by ${expectedValue.author ?? 'someone'}`}>
        <span aria-hidden="true">✓ </span>Correct
      </span>
    ) : (
      <span className="bad" title={`Expected: ${expectedValue.value ?? 'no value'}`}>
        <span aria-hidden="true">✗ </span>Wrong
      </span>
    )
  }
  if (!output) return null
  return (
    <button
      type="button"
      className="field-action"
      tabIndex={tabIndex}
      aria-label={`Mark ${prompt.key} as correct`}
      onClick={() => mark(row)}
    >
      Correct
    </button>
  )
}
