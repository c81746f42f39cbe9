import { useState } from 'react'
import { withValue } from './item-tables.ts'
import { parseAs, type ReviewedValue, textOfValue } from './reviewed-item.ts'
import type { Edit } from './use-edits.ts'
import type { EditMove, EndedEdit } from './ValueInput.tsx'
import { findNeighbor, focusPlace } from './value-focus.ts'

type InPlaceEditOptions = {
  /** Saves a change, and accepts the value, as the person has looked at it. The keyboard stays. */
  onChange(key: string, edit: Edit): void
  /** Accepts a value, with or without a change, and goes on to the next doubtful one. */
  onAccept(key: string, edit: Edit | undefined): void
}

/** Manages the value that is edited where it stands. */
export function useInPlaceEdit({ onChange, onAccept }: InPlaceEditOptions) {
  const [editingPlace, setEditingPlace] = useState<string>()

  function end(value: ReviewedValue, { text, move }: EndedEdit): void {
    const { key } = value
    const place = editingPlace ?? ''
    setEditingPlace(neighborIn(place, move))
    const edit = editOf(value, text)
    if (move === 'doubtful') onAccept(key, edit)
    else if (edit) onChange(key, edit)
    else if (text === undefined) focusPlace(place)
  }

  return { editingPlace, begin: setEditingPlace, end }
}

const directions: Readonly<Partial<Record<EditMove, 1 | -1>>> = { next: 1, previous: -1 }

function neighborIn(place: string, move: EditMove): string | undefined {
  const direction = directions[move]
  return direction && findNeighbor(place, direction)
}

/** Returns the edit that makes the text the value; undefined if it is that already. */
function editOf(value: ReviewedValue, text: string | undefined): Edit | undefined {
  if (text === undefined || text === textOfValue(value)) return undefined
  const newValue = parseAs(value.value, text)
  return (current) => withValue(current, value.key, { value: newValue })
}
