import { useEffect, useRef } from 'react'
import type { PromptOutput } from '../output.ts'
import type { ValueType } from '../prompt.ts'
import { EvidenceChips } from './EvidenceChips.tsx'
import { format } from './format-value.ts'
import { markId } from './marks.ts'
import { NotFound } from './NotFound.tsx'
import { Sureness } from './Sureness.tsx'
import { useIsHovered, usePickOf, useSpotlight } from './spotlight.tsx'
import type { Leaf } from './value-tree.ts'

/** The picks to which the list has moved. */
const shown = new WeakSet<object>()

type Props = {
  readonly leaf: Leaf
  readonly output: PromptOutput
  readonly type: ValueType
  /** What the value is called, such as `items.0.price`. */
  readonly name: string
}

/** One scalar: pointing at it shows where it was read, a click goes there. */
export function ValueLeaf({ leaf, output, type, name }: Props) {
  const id = markId(output, leaf.path)
  const spotlight = useSpotlight()
  const pick = usePickOf(id)
  const isHovered = useIsHovered(id)
  const place = useRef<HTMLSpanElement>(null)
  const picked = pick?.from === 'page' ? pick : undefined

  useEffect(() => {
    // A card that is mounted again must not move the list once more.
    if (!picked || shown.has(picked)) return
    shown.add(picked)
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [picked])

  if (leaf.value === null) return <NotFound why={leaf.why} />
  const text = format(leaf.value, type)
  const isProved = leaf.places.length > 0
  return (
    <span
      ref={place}
      className="value-leaf"
      data-hovered={isHovered}
      data-picked={pick !== undefined}
    >
      {isProved ? (
        <button
          type="button"
          className="value-text"
          data-type={type}
          aria-label={`Show ${name} on the document: ${text}`}
          onMouseEnter={() => spotlight.hover(id)}
          onMouseLeave={() => spotlight.hover(undefined)}
          onFocus={() => spotlight.hover(id)}
          onBlur={() => spotlight.hover(undefined)}
          onClick={() => spotlight.pick(id, 'value')}
        >
          {text}
        </button>
      ) : (
        <span className="value-text" data-type={type}>
          {text === '' ? <span className="faint">an empty text</span> : text}
        </span>
      )}
      <EvidenceChips
        {...{ id, name }}
        places={leaf.places}
        why={leaf.why}
        isJudgement={typeof leaf.value === 'boolean'}
      />
      <Sureness value={leaf.sureness} certainty={leaf.certainty} />
    </span>
  )
}
