import { useState } from 'react'
import type { ReviewedItem } from './item.ts'
import type { ReviewedValue } from './reviewed-item.ts'
import type { Edit } from './use-edits.ts'

type Given = {
  readonly item: ReviewedItem
  readonly values: readonly ReviewedValue[]
  readonly onEdit: ((edit: Edit) => void) | undefined
}

/** As it was before somebody did something: what was settled and, where a field was changed, that field. */
type Before = {
  readonly accepted: ReadonlySet<string>
  readonly field?: { readonly name: string; readonly item: ReviewedItem }
}

/** What somebody does to a document in hand, each of which can be taken back. */
export function useActs({ item, values, onEdit }: Given) {
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const [past, setPast] = useState<readonly Before[]>([])

  /** With or without a change. Returns the next value that needs a look. */
  function settle(key: string, edit?: Edit): string | undefined {
    const waiting = values.filter((one) => one.doubt && !accepted.has(one.key))
    const at = waiting.findIndex((one) => one.key === key)
    const next = waiting[at + 1] ?? waiting.find((one) => one.key !== key)
    const name = edit && fieldIn(key)
    setPast([...past, { accepted, ...(name !== undefined && { field: { name, item } }) }])
    setAccepted(new Set([...accepted, key]))
    if (edit) onEdit?.(edit)
    return next?.key
  }

  function change(name: string, edit: Edit): void {
    setPast([...past, { accepted, field: { name, item } }])
    onEdit?.(edit)
  }

  function undo(): void {
    const last = past.at(-1)
    if (!last) return
    setPast(past.slice(0, -1))
    setAccepted(last.accepted)
    const { field } = last
    if (field) onEdit?.((one) => withFieldOf(one, field.name, field.item))
  }

  return { accepted, settle, change, undo }
}

const fieldIn = (key: string): string => String(JSON.parse(key)[0])

/** With a field as another state of the item has it. */
function withFieldOf(item: ReviewedItem, name: string, other: ReviewedItem): ReviewedItem {
  const taken = <T>(ours: Readonly<Record<string, T>>, theirs: Readonly<Record<string, T>>) => {
    const { [name]: _, ...others } = ours
    const value = theirs[name]
    return value === undefined ? others : { ...others, [name]: value }
  }
  const evidence = taken(item.evidence, other.evidence)
  return {
    ...item,
    output: { ...item.output, [name]: other.output[name] },
    // What had no place has none again.
    evidence: name in evidence ? evidence : { ...evidence, [name]: null },
    sureness: taken(item.sureness, other.sureness),
    tables: taken(item.tables, other.tables),
  }
}
