import { type DragEvent, useRef } from 'react'
import { useEditor } from '../state/editor-context.ts'
import { useReorder } from './use-reorder.ts'

/** Of the data of a drag, so that a file or a text that is dropped is none of this. */
const type = 'application/x-recto-prompt'

type Handlers = Readonly<
  Record<
    'onDragStart' | 'onDragOver' | 'onDragLeave' | 'onDrop' | 'onDragEnd',
    (event: DragEvent<HTMLElement>) => void
  >
>

/**
 * Lets the cards of a list be dragged by what has `data-drag`. Where the card would come to lie is said to the
 * style by `data-drop` of the slot that is passed; nothing is rendered until it is dropped.
 */
export function useDragOrder(): Handlers {
  const { prompts } = useEditor().project
  const reorder = useReorder()
  const dragged = useRef<string>(undefined)
  const marked = useRef<HTMLElement>(undefined)
  const placeOf = (id: string | undefined) => prompts.findIndex((one) => one.id === id)

  function mark(slot: HTMLElement | undefined, side?: 'before' | 'after') {
    if (marked.current && marked.current !== slot) delete marked.current.dataset['drop']
    if (slot && side) slot.dataset['drop'] = side
    marked.current = slot
  }
  function end() {
    mark(undefined)
    dragged.current = undefined
  }

  return {
    onDragStart(event) {
      const handle = (event.target as HTMLElement).closest<HTMLElement>('[data-drag]')
      const slot = handle && slotAt(event)
      if (!slot) return
      dragged.current = slot.dataset['slot']
      event.dataTransfer.setData(type, dragged.current ?? '')
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setDragImage?.(slot, 12, 12)
    },
    onDragOver(event) {
      const slot = slotAt(event)
      if (dragged.current === undefined || !slot) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      mark(slot, sideOf(event, slot))
    },
    onDragLeave({ currentTarget, relatedTarget }) {
      if (!currentTarget.contains(relatedTarget as Node | null)) mark(undefined)
    },
    onDrop(event) {
      const slot = slotAt(event)
      const from = placeOf(dragged.current)
      const over = placeOf(slot?.dataset['slot'])
      if (slot && from >= 0 && over >= 0) {
        event.preventDefault()
        void reorder(from, landing(from, over, sideOf(event, slot)))
      }
      end()
    },
    onDragEnd: end,
  }
}

const slotAt = ({ target }: DragEvent) =>
  (target as HTMLElement).closest<HTMLElement>('[data-slot]') ?? undefined

function sideOf({ clientY }: DragEvent, slot: HTMLElement): 'before' | 'after' {
  const { top, height } = slot.getBoundingClientRect()
  return clientY < top + height / 2 ? 'before' : 'after'
}

/** The place that the card has once it is taken out of its old one. */
function landing(from: number, over: number, side: 'before' | 'after'): number {
  const before = side === 'before' ? over : over + 1
  return before > from ? before - 1 : before
}
