import { memo, useEffect, useRef, useState } from 'react'
import type { PromptOutput } from '../output.ts'
import { useHighlightStore } from '../outputs/highlight-store.tsx'
import { isHighlightOf } from '../outputs/highlights.ts'
import type { Prompt } from '../prompt.ts'
import { NoteCard } from './NoteCard.tsx'
import { PromptCard } from './PromptCard.tsx'
import { PromptOutline } from './PromptOutline.tsx'
import { useNearViewport } from './use-near-viewport.ts'

type Props = {
  readonly prompt: Prompt
  /** Outputs of the selected document. */
  readonly outputs: readonly PromptOutput[]
  readonly isNew: boolean
  /** Whether the prompt is visible when the list opens. */
  readonly isFirst: boolean
}

/**
 * The slot of a prompt in the list. The card is expensive, so it is rendered only near the
 * viewport. Elsewhere a plain-text outline of the same height keeps the layout stable and the text
 * findable with the browser's search.
 */
export const PromptSlot = memo(function PromptSlot({ prompt, outputs, isNew, isFirst }: Props) {
  const slotRef = useRef<HTMLDivElement>(null)
  const { isNear, height } = useNearViewport(slotRef, isFirst || isNew)
  useScrollToSelection(slotRef, prompt)
  const isFirstMount = useIsFirstMount(isNew && isNear)

  if (!isNear) {
    return (
      <div
        ref={slotRef}
        className="prompt-slot"
        data-slot={prompt.id}
        tabIndex={-1}
        style={{ minHeight: height }}
      >
        <PromptOutline prompt={prompt} outputs={outputs} />
      </div>
    )
  }
  return (
    <div ref={slotRef} className="prompt-slot" data-slot={prompt.id} tabIndex={-1}>
      {prompt.isNote ? (
        <NoteCard prompt={prompt} isNew={isFirstMount} />
      ) : (
        <PromptCard prompt={prompt} outputs={outputs} isNew={isFirstMount} />
      )}
    </div>
  )
}, arePropsEqual)

function arePropsEqual(previous: Props, next: Props): boolean {
  return (
    previous.prompt === next.prompt &&
    previous.isNew === next.isNew &&
    previous.outputs.length === next.outputs.length &&
    previous.outputs.every((output, index) => output === next.outputs[index])
  )
}

/**
 * Scrolls to the slot when one of its values is selected on the page, as its card may not be
 * rendered yet.
 */
function useScrollToSelection(slotRef: React.RefObject<HTMLElement | null>, { id }: Prompt): void {
  const { state } = useHighlightStore()
  useEffect(() => {
    let lastSelection = state.get().selection
    return state.subscribe(() => {
      const { selection } = state.get()
      if (selection === lastSelection) return
      lastSelection = selection
      if (selection?.origin !== 'page' || !isHighlightOf(selection.id, id)) return
      slotRef.current?.scrollIntoView({ block: 'nearest' })
    })
  }, [state, slotRef, id])
}

/**
 * Returns true only for the first mount of a new card: a card that is mounted again must not take
 * the focus.
 */
function useIsFirstMount(isNew: boolean): boolean {
  const [wasNew, setWasNew] = useState(false)
  useEffect(() => {
    if (isNew) return () => setWasNew(true)
    return undefined
  }, [isNew])
  return isNew && !wasNew
}
