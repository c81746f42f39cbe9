import { Popover, Tag } from 'antd'
import { type KeyboardEvent, useRef } from 'react'
import { sayPlace } from '../prompt-studio/prompt-studio.port.ts'
import { type ReviewedValue, saidOf } from './reviewed-item.ts'

/** What can be done with a value, and where it stands. */
export type ValueDeeds = {
  readonly accepted: ReadonlySet<string>
  /** The value whose place is pointed out. */
  readonly shown: string | undefined
  /** The value that takes what is drawn. */
  readonly active: string | undefined
  onActivate(key: string): void
  onShow(key: string): void
  onAccept(key: string): void
  onOpen(value: ReviewedValue): void
  onUndo(): void
}

type Props = ValueDeeds & {
  readonly value: ReviewedValue
  /** In a cell, whose column and row say what it is. */
  readonly isCell?: boolean
}

/** A double click edits: a single one waits that long before it points out the place. */
const CLICK_MS = 300

/** A value that is accepted by Enter and edited by `e` or a double click; Ctrl+Z takes the last act back. */
export function ValueButton({ value, isCell, accepted, shown, active, ...does }: Props) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isDoubtful = value.doubt !== undefined && !accepted.has(value.key)
  const showSoon = () => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => does.onShow(value.key), CLICK_MS)
  }
  const edit = () => {
    clearTimeout(waiting.current)
    does.onOpen(value)
  }
  const deeds = { undo: does.onUndo, accept: () => does.onAccept(value.key), edit }
  const text = value.value === null ? '–' : String(value.value)
  const button = (
    <button
      type="button"
      className="review-value"
      data-key={value.key}
      data-doubtful={isDoubtful}
      data-shown={value.key === shown}
      data-active={value.key === active}
      aria-label={isCell ? `${value.label}: ${text}` : undefined}
      // Of a long table very many are drawn while it scrolls: a popover for each would hold it up.
      title={isCell && isDoubtful ? value.doubt : undefined}
      onClick={showSoon}
      onDoubleClick={edit}
      onFocus={() => {
        does.onActivate(value.key)
        showSoon()
      }}
      onKeyDown={(event) => actOn(event, deeds)}
    >
      {!isCell && <span className="review-label">{value.label}</span>}
      <span className="review-text">{text}</span>
      {!isCell &&
        saidOf(value).map((said) => (
          <span key={said} className="review-said">
            {said}
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

/** What is known of a value besides itself. */
function wordsOf({ doubt, places, why }: ReviewedValue, isDoubtful: boolean): readonly string[] {
  const [place] = places
  const low = isDoubtful && doubt === 'Low Confidence' ? [doubt] : []
  // What data says, and what contradicts it, stands below the value already.
  const read = place && !place.source && !place.contradicts ? [sayPlace(place)] : []
  return [...low, ...read, ...(why ? [why] : [])]
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
