import { CheckOutlined } from '@ant-design/icons'
import { Popover, Tag } from 'antd'
import { type KeyboardEvent, useRef } from 'react'
import { explanationsOf } from './explain-value.ts'
import { describeSources, type ReviewedValue } from './reviewed-item.ts'
import type { EditFeedback } from './use-edits.ts'
import { type EndedEdit, ValueInput } from './ValueInput.tsx'
import { moveFocus, placeOf } from './value-focus.ts'

/** Actions on a value, and the state of its display. */
export type ValueControls = {
  readonly acceptedKeys: ReadonlySet<string>
  readonly feedback?: EditFeedback | undefined
  /** Key of the value whose location is highlighted. */
  readonly selectedKey: string | undefined
  /** Key of the value that receives the text of a drawn box. */
  readonly activeKey: string | undefined
  /** Place of the value that is edited where it stands. */
  readonly editingPlace: string | undefined
  onActivate(key: string): void
  onShow(key: string): void
  onAccept(key: string): void
  /** Opens the dialog for long texts. */
  onOpen(value: ReviewedValue): void
  onEdit(place: string): void
  onEndEdit(value: ReviewedValue, edit: EndedEdit): void
  onUndo(): void
}

type Props = ValueControls & {
  readonly value: ReviewedValue
  /** Whether it is a table cell, whose column and row already label it. */
  readonly isCell?: boolean
}

/** Delay in milliseconds before a single click shows the location, because a double click edits. */
const CLICK_MS = 300

/**
 * A value that is accepted with Enter, edited in place with `e`, and in a dialog after a double
 * click. Arrow keys move to its neighbours, and Ctrl+Z undoes the last action.
 */
export function ValueButton(props: Props) {
  const { value, editingPlace, isCell = false, onEndEdit } = props
  if (placeOf(value.key, isCell) !== editingPlace) return <ShownValue {...props} />
  return <ValueInput value={value} isCell={isCell} onEnd={(edit) => onEndEdit(value, edit)} />
}

function ShownValue({
  value,
  isCell = false,
  acceptedKeys,
  feedback,
  selectedKey,
  activeKey,
  ...handlers
}: Props) {
  const clickTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isDoubtful = value.reviewReason !== undefined && !acceptedKeys.has(value.key)
  const showSoon = () => {
    clearTimeout(clickTimer.current)
    clickTimer.current = setTimeout(() => handlers.onShow(value.key), CLICK_MS)
  }
  const open = () => {
    clearTimeout(clickTimer.current)
    handlers.onOpen(value)
  }
  const actions = {
    undo: handlers.onUndo,
    accept: () => handlers.onAccept(value.key),
    edit: () => handlers.onEdit(placeOf(value.key, isCell)),
  }
  const text = value.value === null ? '–' : String(value.value)
  const button = (
    <button
      type="button"
      className="review-value"
      data-key={value.key}
      data-place={placeOf(value.key, isCell)}
      data-doubtful={isDoubtful}
      data-shown={value.key === selectedKey}
      data-active={value.key === activeKey}
      aria-label={isCell ? `${value.label}: ${text}` : undefined}
      // While a long table scrolls, many cells are rendered; a popover for each would be too slow.
      title={isCell && isDoubtful ? value.reviewReason : undefined}
      onClick={showSoon}
      onDoubleClick={open}
      onFocus={() => {
        handlers.onActivate(value.key)
        showSoon()
      }}
      onKeyDown={(event) => handleActionKey(event, actions)}
    >
      {!isCell && <span className="review-label">{value.label}</span>}
      <span className="review-text">{text}</span>
      {!isCell &&
        describeSources(value).map((text) => (
          <span key={text} className="review-said">
            {text}
          </span>
        ))}
      <Outcome valueKey={value.key} feedback={feedback} />
      {isDoubtful && !isCell && <Tag color="error">{value.reviewReason}</Tag>}
    </button>
  )
  const explanations = explanationsOf(value, isDoubtful)
  if (isCell || explanations.length === 0) return button
  return (
    <Popover
      classNames={{ root: 'review-why' }}
      placement="topRight"
      // Keyboard users read them below the values.
      trigger={['hover']}
      content={explanations.map((line) => <p key={line}>{line}</p>)}
    >
      {button}
    </Popover>
  )
}

type OutcomeProps = Pick<ValueControls, 'feedback'> & { readonly valueKey: string }

/** States that the value is saved, or why it is refused, where it is edited. */
function Outcome({ valueKey, feedback }: OutcomeProps) {
  const refusal = feedback?.refusals.get(valueKey)
  if (refusal !== undefined) {
    return (
      <span role="alert" className="review-refusal">
        {refusal}
      </span>
    )
  }
  if (feedback?.savedKey !== valueKey) return null
  return (
    <span className="review-saved">
      <CheckOutlined aria-hidden="true" /> Saved
    </span>
  )
}

type ValueKeyActions = { undo(): void; accept(): void; edit(): void }

function handleActionKey(event: KeyboardEvent<HTMLElement>, actions: ValueKeyActions): void {
  const action = actionForKey(event, actions)
  if (!action && !moveFocus(event.currentTarget, event.key)) return
  event.preventDefault()
  action?.()
}

function actionForKey(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { undo, accept, edit }: ValueKeyActions,
) {
  if (ctrlKey || metaKey) return key === 'z' ? undo : undefined
  return { Enter: accept, e: edit, F2: edit }[key]
}
