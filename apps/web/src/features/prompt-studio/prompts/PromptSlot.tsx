import { memo, useEffect, useRef, useState } from 'react'
import type { PromptOutput } from '../output.ts'
import { isMarkOf } from '../outputs/marks.ts'
import { useSpotlight } from '../outputs/spotlight.tsx'
import type { Prompt } from '../prompt.ts'
import { NoteCard } from './NoteCard.tsx'
import { PromptCard } from './PromptCard.tsx'
import { PromptOutline } from './PromptOutline.tsx'
import { useNearness } from './use-nearness.ts'

type Props = {
  readonly prompt: Prompt
  /** Of the selected document. */
  readonly outputs: readonly PromptOutput[]
  readonly isNew: boolean
  /** Among those that are seen when the list is opened. */
  readonly isFirst: boolean
}

/**
 * The place of a prompt in the list. Its card, which is costly, is there only near the window; else
 * its words are, as high as the card was, so that the browser finds them and nothing moves.
 */
export const PromptSlot = memo(function PromptSlot({ prompt, outputs, isNew, isFirst }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const { isNear, height } = useNearness(place, isFirst || isNew)
  useScrollToPick(place, prompt)
  const isFresh = useIsFresh(isNew && isNear)

  if (!isNear) {
    return (
      <div
        ref={place}
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
    <div ref={place} className="prompt-slot" data-slot={prompt.id} tabIndex={-1}>
      {prompt.isNote ? (
        <NoteCard prompt={prompt} isNew={isFresh} />
      ) : (
        <PromptCard prompt={prompt} outputs={outputs} isNew={isFresh} />
      )}
    </div>
  )
}, isSame)

function isSame(before: Props, after: Props): boolean {
  return (
    before.prompt === after.prompt &&
    before.isNew === after.isNew &&
    before.outputs.length === after.outputs.length &&
    before.outputs.every((output, place) => output === after.outputs[place])
  )
}

/** A value that is picked on the page may lie in a card that is not there yet. */
function useScrollToPick(place: React.RefObject<HTMLElement | null>, { id }: Prompt): void {
  const { lit } = useSpotlight()
  useEffect(() => {
    let newest = lit.get().picked
    return lit.subscribe(() => {
      const { picked } = lit.get()
      if (picked === newest) return
      newest = picked
      if (picked?.from !== 'page' || !isMarkOf(picked.id, id)) return
      place.current?.scrollIntoView({ block: 'nearest' })
    })
  }, [lit, place, id])
}

/** True while a card is there for the first time: one that comes again must not take the focus. */
function useIsFresh(isNew: boolean): boolean {
  const [wasNew, setWasNew] = useState(false)
  useEffect(() => {
    if (isNew) return () => setWasNew(true)
    return undefined
  }, [isNew])
  return isNew && !wasNew
}
