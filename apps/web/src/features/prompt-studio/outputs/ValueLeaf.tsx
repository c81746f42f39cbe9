import { useEffect, useRef } from 'react'
import type { PromptOutput } from '../output.ts'
import type { ValueType } from '../prompt.ts'
import { ConfidenceBadge } from './ConfidenceBadge.tsx'
import { EvidenceChips } from './EvidenceChips.tsx'
import { formatScalar } from './format-value.ts'
import { useHighlightStore, useIsHighlightHovered, useSelectionOf } from './highlight-store.tsx'
import { toHighlightId } from './highlights.ts'
import { NotFound } from './NotFound.tsx'
import type { Leaf } from './value-tree.ts'

/** Selections that the list has already scrolled to. */
const handledSelections = new WeakSet<object>()

type Props = {
  readonly leaf: Leaf
  readonly output: PromptOutput
  readonly type: ValueType
  /** Name of the value, such as `items.0.price`. */
  readonly name: string
}

/** Shows one scalar. Hovering highlights where it was read; a click scrolls the document there. */
export function ValueLeaf({ leaf, output, type, name }: Props) {
  const id = toHighlightId(output, leaf.path)
  const highlightStore = useHighlightStore()
  const selection = useSelectionOf(id)
  const isHovered = useIsHighlightHovered(id)
  const elementRef = useRef<HTMLSpanElement>(null)
  const pageSelection = selection?.origin === 'page' ? selection : undefined

  useEffect(() => {
    // A card that is mounted again must not scroll the list again.
    if (!pageSelection || handledSelections.has(pageSelection)) return
    handledSelections.add(pageSelection)
    elementRef.current?.scrollIntoView({ block: 'nearest' })
  }, [pageSelection])

  if (leaf.value === null) return <NotFound reason={leaf.explanation} />
  const text = formatScalar(leaf.value, type)
  const hasEvidence = leaf.locations.length > 0
  return (
    <span
      ref={elementRef}
      className="value-leaf"
      data-hovered={isHovered}
      data-picked={selection !== undefined}
    >
      {hasEvidence ? (
        <button
          type="button"
          className="value-text"
          data-type={type}
          aria-label={`Show ${name} in the document: ${text}`}
          onMouseEnter={() => highlightStore.hover(id)}
          onMouseLeave={() => highlightStore.hover(undefined)}
          onFocus={() => highlightStore.hover(id)}
          onBlur={() => highlightStore.hover(undefined)}
          onClick={() => highlightStore.select(id, 'value')}
        >
          {text}
        </button>
      ) : (
        <span className="value-text" data-type={type}>
          {text === '' ? <span className="faint">empty text</span> : text}
        </span>
      )}
      <EvidenceChips
        id={id}
        name={name}
        locations={leaf.locations}
        explanation={leaf.explanation}
        isJudgement={typeof leaf.value === 'boolean'}
      />
      <ConfidenceBadge value={leaf.confidence} calibration={leaf.calibration} />
    </span>
  )
}
