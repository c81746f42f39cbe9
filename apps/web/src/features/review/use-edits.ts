import { omitUndefined } from '@recto/omit-undefined'
import { useRef, useState } from 'react'
import { explain, Refusal } from '../../shared/api/refusal.ts'
import type { ReviewedItem, StoredEdits } from './item.ts'

/** A change to an item. It is applied to the saved item when its turn in the queue comes. */
export type Edit = (item: ReviewedItem) => ReviewedItem

/** The outcome of edits, for the fields that were edited. */
export type EditFeedback = {
  /** Whether edits wait to be saved. */
  readonly isSaving: boolean
  /** Whether the last edit is saved. */
  readonly isSaved: boolean
  /** Key of the value that was saved last. */
  readonly savedKey?: string | undefined
  /** How many edits of the item could not be saved. */
  readonly failureCount: number
  /** Messages about refused values by their keys. */
  readonly refusals: ReadonlyMap<string, string>
}

type Saving = {
  /** Returns the edits as they are stored. Throws if saving fails. */
  save(updatedItem: ReviewedItem, previous: ReviewedItem): Promise<StoredEdits>
  /** Returns whether the queued edits may still be saved. */
  onFailed(error: unknown, key: string | undefined): boolean
}

type QueuedEdit = {
  readonly edit: Edit
  /** Key of the value that the edit changes; undefined if it changes several. */
  readonly key: string | undefined
}

type View = { readonly item?: ReviewedItem; readonly queuedCount: number }

const noOutcome: Omit<EditFeedback, 'isSaving'> = {
  isSaved: false,
  failureCount: 0,
  refusals: new Map(),
}

/**
 * Manages an item with its unsaved edits. They are displayed immediately and saved one after the
 * other, in order. If saving one fails, it is reverted, and the later ones are saved without it.
 */
export function useEdits({ save, onFailed }: Saving) {
  const savedItem = useRef<ReviewedItem>(undefined)
  const queuedEdits = useRef<readonly QueuedEdit[]>([])
  const isSaving = useRef(false)
  const [view, setView] = useState<View>({ queuedCount: 0 })
  const [outcome, setOutcome] = useState(noOutcome)

  const show = () => {
    const base = savedItem.current
    const item = base && queuedEdits.current.reduce((current, { edit }) => edit(current), base)
    setView(omitUndefined({ queuedCount: queuedEdits.current.length, item }))
  }

  function start(item: ReviewedItem | undefined) {
    savedItem.current = item
    queuedEdits.current = []
    setOutcome(noOutcome)
    show()
  }

  function add(edit: Edit, key?: string) {
    queuedEdits.current = [...queuedEdits.current, { edit, key }]
    show()
    if (!isSaving.current) void saveAll()
  }

  async function saveAll() {
    isSaving.current = true
    for (
      let next = queuedEdits.current[0];
      next && savedItem.current;
      next = queuedEdits.current[0]
    ) {
      const canContinue = await saveEdit(next, savedItem.current)
      // The edits of an item that has been opened meanwhile are not those of this one.
      if (queuedEdits.current[0] === next) {
        queuedEdits.current = canContinue ? queuedEdits.current.slice(1) : []
      }
      show()
    }
    isSaving.current = false
  }

  /** Returns whether the queued edits may still be saved. */
  async function saveEdit({ edit, key }: QueuedEdit, previous: ReviewedItem): Promise<boolean> {
    const updatedItem = edit(previous)
    if (updatedItem === previous) return true
    try {
      const { output, lookups = updatedItem.lookups } = await save(updatedItem, previous)
      // Another item has been opened meanwhile.
      if (savedItem.current !== previous) return true
      savedItem.current = {
        ...updatedItem,
        output: { ...updatedItem.output, ...output },
        lookups,
      }
    } catch (error) {
      setOutcome(({ failureCount, refusals }) => ({
        isSaved: false,
        failureCount: failureCount + 1,
        refusals: withMessage(refusals, key, error),
      }))
      return onFailed(error, key)
    }
    setOutcome(({ failureCount, refusals }) => ({
      isSaved: true,
      failureCount,
      savedKey: key,
      refusals: withMessage(refusals, key),
    }))
    return true
  }

  const feedback: EditFeedback = { ...outcome, isSaving: view.queuedCount > 0 }
  return { item: view.item, feedback, start, add }
}

/** Returns the messages with the one about an error, or without that of the key. */
function withMessage(
  messages: EditFeedback['refusals'],
  key: string | undefined,
  error?: unknown,
): EditFeedback['refusals'] {
  const next = new Map(messages)
  if (key === undefined) return next
  next.delete(key)
  if (error instanceof Refusal && error.status === 400) next.set(key, explain(error))
  return next
}
