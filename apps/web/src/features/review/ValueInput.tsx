import { Input } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type ReviewedValue, textOfValue } from './reviewed-item.ts'
import { placeOf } from './value-focus.ts'

/** Where the keyboard goes after an edit: to the next value to review, a neighbour, or nowhere. */
export type EditMove = 'doubtful' | 'next' | 'previous' | 'none'

/** The end of an edit in place. The text is absent if the edit was given up. */
export type EndedEdit = { readonly text?: string; readonly move: EditMove }

type Props = {
  readonly value: ReviewedValue
  /** Whether it is a table cell, whose column and row already label it. */
  readonly isCell: boolean
  onEnd(edit: EndedEdit): void
}

/**
 * A value that is edited where it stands. Enter saves it, Shift+Enter starts a new line, Tab goes on
 * to the neighbour, and Escape gives the edit up.
 */
export function ValueInput({ value, isCell, onEnd }: Props) {
  const [text, setText] = useState(textOfValue(value))
  const isEnded = useRef(false)
  const end = (edit: EndedEdit) => {
    // A field that goes away loses the focus as well.
    if (isEnded.current) return
    isEnded.current = true
    onEnd(edit)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const move = moveForKey(event)
    if (move === undefined && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(move === undefined ? { move: 'none' } : { text, move })
  }
  return (
    <span
      className="review-value review-input"
      data-place={placeOf(value.key, isCell)}
      data-active="true"
    >
      {!isCell && <span className="review-label">{value.label}</span>}
      <Input.TextArea
        autoFocus
        size="small"
        autoSize={{ minRows: 1, maxRows: 8 }}
        aria-label={value.label}
        value={text}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={handleKeyDown}
        onBlur={() => end({ text, move: 'none' })}
      />
    </span>
  )
}

function moveForKey({
  key,
  shiftKey: isShifted,
  nativeEvent,
}: KeyboardEvent): EditMove | undefined {
  // The key confirms a candidate of an input method.
  if (nativeEvent.isComposing) return undefined
  if (key === 'Enter' && !isShifted) return 'doubtful'
  if (key !== 'Tab') return undefined
  return isShifted ? 'previous' : 'next'
}
