import { Popover, Tag } from 'antd'
import { type KeyboardEvent, useRef } from 'react'
import { describeEvidence } from '../prompt-studio/prompt-studio.port.ts'
import { type ReviewedValue, saidOf } from './reviewed-item.ts'

/** Actions on a value, and the state of its display. */
export type ValueDeeds = {
  readonly acceptedKeys: ReadonlySet<string>
  /** Key of the value whose location is highlighted. */
  readonly isSelected: string | undefined
  /** Key of the value that receives the text of a drawn box. */
  readonly active: string | undefined
  onActivate(key: string): void
  onShow(key: string): void
  onAccept(key: string): void
  onOpen(value: ReviewedValue): void
  onUndo(): void
}

type Props = ValueDeeds & {
  readonly value: ReviewedValue
  /** Whether it is a table cell, whose column and row already label it. */
  readonly isCell?: boolean
}

/** Delay in milliseconds before a single click shows the location, because a double click edits. */
const CLICK_MS = 300

/**
 * A value that is accepted with Enter and edited with `e` or a double click; Ctrl+Z undoes the last
 * action.
 */
export function ValueButton({
  value,
  isCell,
  acceptedKeys,
  isSelected,
  active,
  ...handlers
}: Props) {
  const clickTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isDoubtful = value.doubt !== undefined && !acceptedKeys.has(value.key)
  const showSoon = () => {
    clearTimeout(clickTimer.current)
    clickTimer.current = setTimeout(() => handlers.onShow(value.key), CLICK_MS)
  }
  const edit = () => {
    clearTimeout(clickTimer.current)
    handlers.onOpen(value)
  }
  const deeds = { undo: handlers.onUndo, accept: () => handlers.onAccept(value.key), edit }
  const text = value.value === null ? '–' : String(value.value)
  const button = (
    <button
      type="button"
      className="review-value"
      data-key={value.key}
      data-doubtful={isDoubtful}
      data-shown={value.key === isSelected}
      data-active={value.key === active}
      aria-label={isCell ? `${value.label}: ${text}` : undefined}
      // While a long table scrolls, many cells are rendered; a popover for each would be too slow.
      title={isCell && isDoubtful ? value.doubt : undefined}
      onClick={showSoon}
      onDoubleClick={edit}
      onFocus={() => {
        handlers.onActivate(value.key)
        showSoon()
      }}
      onKeyDown={(event) => actOn(event, deeds)}
    >
      {!isCell && <span className="review-label">{value.label}</span>}
      <span className="review-text">{text}</span>
      {!isCell &&
        saidOf(value).map((text) => (
          <span key={text} className="review-said">
            {text}
          </span>
        ))}
      {isDoubtful && !isCell && <Tag color="error">{value.doubt}</Tag>}
    </button>
  )
  const words = wordsOf(value, isDoubtful)
  if (isCell || words.length === 0) return button
  return (
    <Popover
      classNames={{ root: 'review-why' }}
      placement="topRight"
      trigger={['hover', 'focus']}
      content={words.map((line) => <p key={line}>{line}</p>)}
    >
      {button}
    </Popover>
  )
}

/** Lists explanations of a value. */
function wordsOf(
  { doubt, places, explanation }: ReviewedValue,
  isDoubtful: boolean,
): readonly string[] {
  const [place] = places
  const low = isDoubtful && doubt === 'Low Confidence' ? [doubt] : []
  // Embedded data and contradictions are already shown below the value.
  const read = place && !place.source && !place.contradicts ? [describeEvidence(place)] : []
  return [...low, ...read, ...(explanation ? [explanation] : [])]
}

type Deeds = { undo(): void; accept(): void; edit(): void }

function actOn(event: KeyboardEvent, deeds: Deeds): void {
  const deed = deedOf(event, deeds)
  if (!deed) return
  event.preventDefault()
  deed()
}

function deedOf({ key, ctrlKey, metaKey }: KeyboardEvent, { undo, accept, edit }: Deeds) {
  if (ctrlKey || metaKey) return key === 'z' ? undo : undefined
  return { Enter: accept, e: edit }[key]
}
