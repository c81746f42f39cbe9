import { omitUndefined } from '@recto/omit-undefined'
import { useMemo, useState } from 'react'
import type { ReviewedItem } from './item.ts'
import { fieldOfKey } from './item-tables.ts'
import type { ReviewedValue } from './reviewed-item.ts'
import { withRestoredRows } from './reviewed-lookups.ts'
import type { Edit } from './use-edits.ts'

type ReviewActionsOptions = {
  readonly item: ReviewedItem
  readonly values: readonly ReviewedValue[]
  /** Values of which the server has refused an edit; they are looked at again. */
  readonly refusals: ReadonlyMap<string, string> | undefined
  readonly onEdit: ((edit: Edit, key?: string) => void) | undefined
}

/** State before an action: the accepted values and, if a field was changed, the item before it. */
type UndoState = {
  readonly acceptedKeys: ReadonlySet<string>
  readonly field?: { readonly name: string; readonly item: ReviewedItem }
}

/** Manages the actions on the current document, each of which can be undone. */
export function useReviewActions({ item, values, refusals, onEdit }: ReviewActionsOptions) {
  const [allAcceptedKeys, setAcceptedKeys] = useState<ReadonlySet<string>>(new Set())
  const acceptedKeys = useMemo(
    () => new Set([...allAcceptedKeys].filter((key) => !refusals?.has(key))),
    [allAcceptedKeys, refusals],
  )
  const [past, setPast] = useState<readonly UndoState[]>([])

  const openValues = values.filter(
    (candidate) => candidate.reviewReason && !acceptedKeys.has(candidate.key),
  )

  /** Accepts values as they are. */
  function acceptAll(keys: readonly string[]): void {
    setPast([...past, { acceptedKeys }])
    setAcceptedKeys(new Set([...acceptedKeys, ...keys]))
  }

  /** Accepts a value, with or without a change. Returns the next value that needs a review. */
  function accept(key: string, edit?: Edit): string | undefined {
    const index = openValues.findIndex((candidate) => candidate.key === key)
    const next = openValues[index + 1] ?? openValues.find((candidate) => candidate.key !== key)
    const name = edit && fieldOfKey(key)
    setPast([
      ...past,
      omitUndefined({
        acceptedKeys,
        field: name === undefined ? undefined : { name, item },
      }),
    ])
    setAcceptedKeys(new Set([...acceptedKeys, key]))
    if (edit) onEdit?.(edit, key)
    return next?.key
  }

  /** Changes a field as a whole, such as the rows of a table. */
  function change(field: string, edit: Edit): void {
    setPast([...past, { acceptedKeys, field: { name: field, item } }])
    onEdit?.(edit)
  }

  function undo(): void {
    const last = past.at(-1)
    if (!last) return
    setPast(past.slice(0, -1))
    setAcceptedKeys(last.acceptedKeys)
    const { field } = last
    if (field) onEdit?.((current) => withFieldOf(current, field.name, field.item))
  }

  return { acceptedKeys, openValues, accept, acceptAll, change, undo }
}

/** Returns the item with one field restored from another state of the item. */
function withFieldOf(item: ReviewedItem, name: string, source: ReviewedItem): ReviewedItem {
  const takeField = <T>(
    current: Readonly<Record<string, T>>,
    replacement: Readonly<Record<string, T>>,
  ) => {
    const { [name]: _, ...otherFields } = current
    const value = replacement[name]
    return value === undefined ? otherFields : { ...otherFields, [name]: value }
  }
  const evidence = takeField(item.evidence, source.evidence)
  return {
    ...item,
    output: { ...item.output, [name]: source.output[name] },
    // A field that had no evidence must have none after undoing.
    evidence: name in evidence ? evidence : { ...evidence, [name]: null },
    confidences: takeField(item.confidences, source.confidences),
    tables: takeField(item.tables, source.tables),
    lookups: withRestoredRows(item, { field: name, source }),
  }
}
