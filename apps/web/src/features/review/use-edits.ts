import { omitUndefined } from '@recto/omit-undefined'
import { useRef, useState } from 'react'
import type { ReviewedItem } from './item.ts'

/** A change to an item. It is applied to the saved item when its turn in the queue comes. */
export type Edit = (item: ReviewedItem) => ReviewedItem

type Saving = {
  /** Throws if saving fails. */
  save(updatedItem: ReviewedItem, previous: ReviewedItem): Promise<unknown>
  onSaved(): void
  /** Returns whether the queued edits may still be saved. */
  onFailed(error: unknown): boolean
}

/**
 * Manages an item with its unsaved edits. They are displayed immediately and saved one after the
 * other, in order. If saving one fails, it is reverted, and the later ones are saved without it.
 */
export function useEdits({ save, onSaved, onFailed }: Saving) {
  const savedItem = useRef<ReviewedItem>(undefined)
  const queuedEdits = useRef<readonly Edit[]>([])
  const isSaving = useRef(false)
  const [view, setView] = useState<{ readonly item?: ReviewedItem; readonly queuedCount: number }>({
    queuedCount: 0,
  })

  const show = () => {
    const base = savedItem.current
    const item = base && queuedEdits.current.reduce((current, edit) => edit(current), base)
    setView(omitUndefined({ queuedCount: queuedEdits.current.length, item }))
  }

  function start(item: ReviewedItem | undefined) {
    savedItem.current = item
    queuedEdits.current = []
    show()
  }

  function add(edit: Edit) {
    queuedEdits.current = [...queuedEdits.current, edit]
    show()
    if (!isSaving.current) void saveAll()
  }

  async function saveAll() {
    isSaving.current = true
    for (
      let edit = queuedEdits.current[0];
      edit && savedItem.current;
      edit = queuedEdits.current[0]
    ) {
      const canContinue = await saveEdit(edit, savedItem.current)
      queuedEdits.current = canContinue ? queuedEdits.current.slice(1) : []
      show()
    }
    isSaving.current = false
  }

  /** Returns whether the queued edits may still be saved. */
  async function saveEdit(edit: Edit, previous: ReviewedItem): Promise<boolean> {
    const updatedItem = edit(previous)
    if (updatedItem === previous) return true
    try {
      await save(updatedItem, previous)
    } catch (error) {
      return onFailed(error)
    }
    savedItem.current = updatedItem
    onSaved()
    return true
  }

  return { item: view.item, isSaving: view.queuedCount > 0, start, add }
}
