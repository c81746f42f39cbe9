import { useEffect, useRef } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { createStore } from '../../shared/store/create-store.ts'
import type { ReviewedItem } from './item.ts'
import { type ReviewQueue, useUndoApproval, useUndoFinish } from './review.queries.ts'
import { useAfterSaving } from './use-after-saving.ts'

type OpenDesk = { readonly desk: ReviewQueue; requestUndo(itemId: string): void }

/**
 * The desk that is on the screen. The alert that offers to undo a step outlives the desk of the
 * step, and another desk of the same queue may be open by then.
 */
const openDesk = createStore<OpenDesk | undefined>(undefined)

const isSameQueue = (a: ReviewQueue, b: ReviewQueue): boolean =>
  a.classId === b.classId && a.type === b.type

type UndoOptions = {
  /** Whether something has to be saved or fetched first. */
  readonly isBusy: boolean
  /** Opens the item that is given back. */
  onUndone(item: ReviewedItem): void
}

/** Takes the end of the work on an item back, also when its desk is no longer on the screen. */
export function useUndo(desk: ReviewQueue, { isBusy, onUndone }: UndoOptions) {
  const { success, showError } = useAlerts()
  const undoFinish = useUndoFinish()
  const undoApproval = useUndoApproval()
  const undoEnd = desk.type === 'review' ? undoFinish : undoApproval
  const isOpen = useRef(false)
  const waitingId = useRef<string>(undefined)

  async function send(itemId: string) {
    waitingId.current = undefined
    try {
      const item = await undoEnd.mutateAsync(itemId)
      if (isOpen.current) onUndone(item)
      else success(`Undone. To open “${item.fileName}” again, choose its class and “Fetch Next”.`)
    } catch (error) {
      showError(error)
    }
  }

  // The item that is open by then is given back with its edits.
  const requestAfterSaving = useAfterSaving(isBusy, (itemId: string) => void send(itemId))
  const requestUndo = (itemId: string) => {
    waitingId.current = itemId
    requestAfterSaving(itemId)
  }

  const latest = useRef({ desk, requestUndo, send })
  useEffect(() => {
    latest.current = { desk, requestUndo, send }
  })
  useEffect(() => {
    const own: OpenDesk = {
      desk: latest.current.desk,
      requestUndo: (itemId) => latest.current.requestUndo(itemId),
    }
    isOpen.current = true
    openDesk.set(own)
    return () => {
      isOpen.current = false
      if (openDesk.get() === own) openDesk.set(undefined)
      // Nothing runs what still waits when the desk is gone.
      if (waitingId.current !== undefined) void latest.current.send(waitingId.current)
    }
  }, [])

  function undo(itemId: string) {
    const open = openDesk.get()
    if (open && isSameQueue(open.desk, desk)) open.requestUndo(itemId)
    else void send(itemId)
  }

  return { undo, isOpen, isPending: undoEnd.isPending }
}
