import type { PageBox } from '@recto/contract/prompt-studio/evidence'
import { useMemo } from 'react'
import {
  useHighlightStore,
  useIsHighlightHovered,
  useSelectionOf,
} from '../outputs/highlight-store.tsx'
import type { Highlight } from '../outputs/highlights.ts'

type HighlightBox = {
  readonly key: string
  readonly highlight: Highlight
  readonly locationIndex: number
  readonly box: PageBox
  /** Whether a box of another value, read from the same words, is drawn above this one. */
  readonly isCovered: boolean
  /** Whether the words contradict the value. */
  readonly isContradiction: boolean
}

type Props = {
  /** Zero-based page index. */
  readonly page: number
  /** CSS pixels per point. */
  readonly scale: number
  readonly highlights: readonly Highlight[]
}

/** Highlights the locations on one page where values were read. */
export function PageHighlights({ page, scale, highlights }: Props) {
  const boxes = useMemo(() => listHighlightBoxes(page, highlights), [page, highlights])
  return (
    <div className="bands">
      {boxes.map((highlightBox) => (
        <HighlightButton key={highlightBox.key} highlightBox={highlightBox} scale={scale} />
      ))}
    </div>
  )
}

type HighlightButtonProps = { readonly highlightBox: HighlightBox; readonly scale: number }

/**
 * Selects the value when its highlight is clicked. Keyboard users go from the value to the page
 * instead.
 */
function HighlightButton({ highlightBox, scale }: HighlightButtonProps) {
  const { highlight, locationIndex, box, isCovered, isContradiction } = highlightBox
  const label = isContradiction ? `Contradicts ${highlight.label}` : highlight.label
  const highlightStore = useHighlightStore()
  const isHovered = useIsHighlightHovered(highlight.id)
  const selection = useSelectionOf(highlight.id)
  const isSelected = selection?.locationIndex === locationIndex
  const [left, top, right, bottom] = box

  return (
    <button
      // Each selection renders a new element, which restarts the pulse animation.
      key={isSelected ? selection.sequence : 0}
      type="button"
      tabIndex={-1}
      className="band"
      aria-label={label}
      title={label}
      data-against={isContradiction}
      data-covered={isCovered}
      data-hovered={isHovered}
      data-picked={isSelected}
      style={{
        left: left * scale - 2,
        top: top * scale - 1,
        width: (right - left) * scale + 4,
        height: (bottom - top) * scale + 2,
      }}
      onMouseEnter={() => highlightStore.hover(highlight.id)}
      onMouseLeave={() => highlightStore.hover(undefined)}
      onClick={() => highlightStore.select(highlight.id, 'page', locationIndex)}
    />
  )
}

/**
 * Lists the boxes in drawing order: larger boxes below smaller ones, so that all can be clicked. Of
 * boxes on the same words, the first highlight's is on top.
 */
function listHighlightBoxes(
  page: number,
  highlights: readonly Highlight[],
): readonly HighlightBox[] {
  const coveredBoxes = new Set<string>()
  return highlights
    .flatMap((highlight) => listBoxes(highlight, page))
    .map((highlightBox) => {
      const boxKey = highlightBox.box.map(Math.round).join()
      const isCovered = coveredBoxes.has(boxKey)
      coveredBoxes.add(boxKey)
      return { ...highlightBox, isCovered }
    })
    .reverse()
    .sort((a, b) => computeArea(b.box) - computeArea(a.box))
}

const listBoxes = (highlight: Highlight, page: number) =>
  highlight.locations.flatMap((location, locationIndex) =>
    location.page === page
      ? location.boxes.map((box, line) => ({
          key: `${highlight.id} ${locationIndex} ${line}`,
          highlight,
          locationIndex,
          box,
          isContradiction: location.contradicts === true,
        }))
      : [],
  )

const computeArea = ([left, top, right, bottom]: PageBox): number => (right - left) * (bottom - top)
