import { useRef, useState } from 'react'
import type { ReviewedItem } from './item.ts'

/** What becomes of an item. It is made of whatever is saved when its turn comes. */
export type Edit = (item: ReviewedItem) => ReviewedItem

type Saving = {
  /** Throws when it is not saved. */
  save(changed: ReviewedItem, before: ReviewedItem): Promise<unknown>
  onSaved(): void
  /** Whether those that wait may still be saved. */
  onFailed(error: unknown): boolean
}

/**
 * An item with the edits that are on their way. They are shown at once and saved one after the other, in their order;
 * one that is not saved is taken back, and those after it are saved without it.
 */
export function useEdits({ save, onSaved, onFailed }: Saving) {
  const saved = useRef<ReviewedItem>(undefined)
  const waiting = useRef<readonly Edit[]>([])
  const isSaving = useRef(false)
  const [shown, setShown] = useState<{ readonly item?: ReviewedItem; readonly waiting: number }>({
    waiting: 0,
  })

  const show = () => {
    const base = saved.current
    const item = base && waiting.current.reduce((one, edit) => edit(one), base)
    setShown({ waiting: waiting.current.length, ...(item && { item }) })
  }

  function start(item: ReviewedItem | undefined) {
    saved.current = item
    waiting.current = []
    show()
  }

  function add(edit: Edit) {
    waiting.current = [...waiting.current, edit]
    show()
    if (!isSaving.current) void saveAll()
  }

  async function saveAll() {
    isSaving.current = true
    for (let edit = waiting.current[0]; edit && saved.current; edit = waiting.current[0]) {
      const mayGoOn = await saveOne(edit, saved.current)
      waiting.current = mayGoOn ? waiting.current.slice(1) : []
      show()
    }
    isSaving.current = false
  }

  /** Returns whether those that wait may still be saved. */
  async function saveOne(edit: Edit, before: ReviewedItem): Promise<boolean> {
    const changed = edit(before)
    if (changed === before) return true
    try {
      await save(changed, before)
    } catch (error) {
      return onFailed(error)
    }
    saved.current = changed
    onSaved()
    return true
  }

  return { item: shown.item, isSaving: shown.waiting > 0, start, add }
}
