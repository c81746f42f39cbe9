import { Input } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { PromptOutput } from '../output.ts'
import { useHighlightStore } from '../outputs/highlight-store.tsx'
import { toHighlightId } from '../outputs/highlights.ts'
import { isLongValue, toEditedText } from './edited-text.ts'
import { type FieldRow, toValueKey } from './field-rows.ts'
import { summarizeOutput } from './summarize-output.ts'
import { useTableState, useTableStore } from './table-store.ts'
import { useFieldActions } from './use-field-actions.ts'
import type { LoadState } from './use-field-rows.ts'

type Props = {
  readonly row: FieldRow
  readonly loadState: LoadState
  readonly tabIndex: number
}

/** The value, which is edited in place unless it is too long for a line. */
export function ValueCell({ row, loadState, tabIndex }: Props) {
  const { edit } = useFieldActions()
  const { key, id } = row.prompt
  const isEdited = useTableState(({ editedId }) => editedId === id) && !isLongValue(row)
  if (loadState === 'failed') {
    return <td className="field-value faint">Failed to load</td>
  }
  if (loadState === 'loading') {
    return (
      <td className="field-value" aria-busy="true">
        <span className="bone field-bone" />
      </td>
    )
  }
  return (
    // The same can be done with the button and with a key.
    <td className="field-value" onDoubleClick={() => edit(row)}>
      {isEdited ? (
        <ValueInput row={row} />
      ) : (
        <>
          <ValueText row={row} tabIndex={tabIndex} />
          <button
            type="button"
            className="field-action field-edit"
            tabIndex={tabIndex}
            aria-label={`Edit the expected value of ${key}`}
            onClick={() => edit(row)}
          >
            Edit
          </button>
        </>
      )}
    </td>
  )
}

type TextProps = Omit<Props, 'loadState'>

function ValueText({ row, tabIndex }: TextProps) {
  const { output, expectedValue, isRight } = row
  if (!output) return <span className="field-text faint">Yet to process</span>
  const read = <ReadValue row={row} output={output} tabIndex={tabIndex} />
  if (isRight !== false || !expectedValue || expectedValue.contradictedBy) return read
  return (
    <>
      <span className="field-text field-expected" title={expectedValue.value ?? 'no value'}>
        {expectedValue.value ?? 'no value'}
      </span>
      <del className="field-read">{read}</del>
    </>
  )
}

type ReadProps = TextProps & { readonly output: PromptOutput }

/** The value as it was read. A click shows its place in the document. */
function ReadValue({ row, output, tabIndex }: ReadProps) {
  const highlightStore = useHighlightStore()
  const { kind, text, evidence } = summarizeOutput(output, row.prompt.type)
  if (kind === 'not found') {
    return (
      <span className="field-text faint" title={output.explanation ?? undefined}>
        not found
      </span>
    )
  }
  const shownText = text === '' ? <span className="faint">empty text</span> : text
  if (!evidence || evidence.location.boxes.length === 0) {
    return (
      <span className="field-text" title={text}>
        {shownText}
      </span>
    )
  }
  const id = toHighlightId(output, evidence.path)
  return (
    <button
      type="button"
      className="field-text"
      tabIndex={tabIndex}
      title={text}
      aria-label={`Show ${row.prompt.key} in the document: ${text}`}
      onMouseEnter={() => highlightStore.hover(id)}
      onMouseLeave={() => highlightStore.hover(undefined)}
      onClick={() => highlightStore.select(id, 'value', evidence.locationIndex)}
    >
      {shownText}
    </button>
  )
}

const MAX_VALUE = 200_000

/** Edits the expected value. Enter saves it, Escape keeps what was there, an empty text means no value. */
function ValueInput({ row }: { readonly row: FieldRow }) {
  const { saveExpected, focusRow } = useFieldActions()
  const store = useTableStore()
  const { key } = row.prompt
  const storedText = toEditedText(row)
  const [text, setText] = useState(() => store.unsavedTexts.get(toValueKey(row)) ?? storedText)
  const isEnded = useRef(false)

  function end(isSaved: boolean) {
    // The field loses the focus when it is removed, too.
    if (isEnded.current) return
    isEnded.current = true
    store.edit(undefined)
    const isChanged = text !== storedText || row.expectedValue === undefined
    if (isSaved && isChanged) saveExpected(row, text.trim() === '' ? null : text)
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    const isSaved = event.key === 'Enter'
    end(isSaved)
    focusRow(row, isSaved ? 'next' : 'same')
  }
  return (
    <Input
      autoFocus
      size="small"
      className="field-input"
      aria-label={`Expected value of ${key}`}
      placeholder="Empty: the document does not contain it"
      maxLength={MAX_VALUE}
      value={text}
      onBlur={() => end(text !== storedText)}
      onChange={({ target }) => setText(target.value)}
      onFocus={({ target }) => target.select()}
      onKeyDown={handleKeyDown}
    />
  )
}
