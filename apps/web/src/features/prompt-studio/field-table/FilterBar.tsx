import type { KeyboardEvent, RefObject } from 'react'
import { type Filter, filters } from '../state/editor-search.ts'
import { countRows, type FieldRow, filterLabels } from './field-rows.ts'

type Props = {
  readonly rows: readonly FieldRow[]
  readonly filter: Filter
  readonly barRef: RefObject<HTMLDivElement | null>
  onChange(filter: Filter): void
}

/** Chooses which fields are shown, with the number of each. The arrow keys move between the choices. */
export function FilterBar({ rows, filter, barRef, onChange }: Props) {
  return (
    <div
      ref={barRef}
      role="toolbar"
      aria-label="Filter the fields"
      className="field-filters"
      onKeyDown={moveInBar}
    >
      {filters.map((name) => (
        <button
          key={name}
          type="button"
          className="field-filter"
          aria-pressed={name === filter}
          tabIndex={name === filter ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {filterLabels[name]} <span className="field-count">{countRows(rows, name)}</span>
        </button>
      ))}
    </div>
  )
}

const offsets: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
])

function moveInBar(event: KeyboardEvent<HTMLElement>) {
  const offset = offsets.get(event.key)
  if (offset === undefined) return
  event.preventDefault()
  event.stopPropagation()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const index = buttons.indexOf(event.target as HTMLButtonElement)
  buttons[(index + offset + buttons.length) % buttons.length]?.focus()
}
