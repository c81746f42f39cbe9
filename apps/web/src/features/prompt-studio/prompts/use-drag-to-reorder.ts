import { type DragEvent, useRef } from 'react'
import { useEditor } from '../state/editor-context.ts'
import { useReorder } from './use-reorder.ts'

/** MIME type of the drag data, to ignore dropped files and texts. */
const DRAG_DATA_TYPE = 'application/x-recto-prompt'

type Handlers = Readonly<
  Record<
    'onDragStart' | 'onDragOver' | 'onDragLeave' | 'onDrop' | 'onDragEnd',
    (event: DragEvent<HTMLElement>) => void
  >
>

/**
 * Makes the cards of a list draggable by elements with `data-drag`. The drop position is passed to
 * CSS as `data-drop` on the slot under the pointer, so nothing is rendered until the drop.
 */
export function useDragToReorder(): Handlers {
  const { prompts } = useEditor().project
  const reorder = useReorder()
  const draggedId = useRef<string>(undefined)
  const markedSlot = useRef<HTMLElement>(undefined)
  const findIndex = (id: string | undefined) => prompts.findIndex((prompt) => prompt.id === id)

  function markSlot(slot: HTMLElement | undefined, side?: 'before' | 'after') {
    if (markedSlot.current && markedSlot.current !== slot) delete markedSlot.current.dataset['drop']
    if (slot && side) slot.dataset['drop'] = side
    markedSlot.current = slot
  }
  function endDrag() {
    markSlot(undefined)
    draggedId.current = undefined
  }

  return {
    onDragStart(event) {
      const handle = (event.target as HTMLElement).closest<HTMLElement>('[data-drag]')
      const slot = handle && findSlot(event)
      if (!slot) return
      draggedId.current = slot.dataset['slot']
      event.dataTransfer.setData(DRAG_DATA_TYPE, draggedId.current ?? '')
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setDragImage?.(slot, 12, 12)
    },
    onDragOver(event) {
      const slot = findSlot(event)
      if (draggedId.current === undefined || !slot) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      markSlot(slot, findSide(event, slot))
    },
    onDragLeave({ currentTarget, relatedTarget }) {
      if (!currentTarget.contains(relatedTarget as Node | null)) markSlot(undefined)
    },
    onDrop(event) {
      const slot = findSlot(event)
      const fromIndex = findIndex(draggedId.current)
      const overIndex = findIndex(slot?.dataset['slot'])
      if (slot && fromIndex >= 0 && overIndex >= 0) {
        event.preventDefault()
        void reorder(fromIndex, computeTargetIndex(fromIndex, overIndex, findSide(event, slot)))
      }
      endDrag()
    },
    onDragEnd: endDrag,
  }
}

const findSlot = ({ target }: DragEvent) =>
  (target as HTMLElement).closest<HTMLElement>('[data-slot]') ?? undefined

function findSide({ clientY }: DragEvent, slot: HTMLElement): 'before' | 'after' {
  const { top, height } = slot.getBoundingClientRect()
  return clientY < top + height / 2 ? 'before' : 'after'
}

/** The index of the card after it was removed from its old position. */
function computeTargetIndex(
  fromIndex: number,
  overIndex: number,
  side: 'before' | 'after',
): number {
  const insertIndex = side === 'before' ? overIndex : overIndex + 1
  return insertIndex > fromIndex ? insertIndex - 1 : insertIndex
}
