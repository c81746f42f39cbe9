import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Heights and widths in pixels, which `document-table.css` repeats. */
export const ROW_HEIGHT = 32
const HEAD_HEIGHT = 32
/** Width of the columns that stay while the others scroll. */
export const NAME_WIDTH = 208
export const COUNT_WIDTH = 80
const STICKY_WIDTH = NAME_WIDTH + COUNT_WIDTH

/** Rows and columns that are rendered outside of what can be seen, so that scrolling shows no gaps. */
const MARGIN_PX = 160

/** The rows and columns to render: from the first up to but not including the end. */
export type VisibleRange = {
  readonly firstRow: number
  readonly endRow: number
  readonly firstColumn: number
  readonly endColumn: number
}

type RangeOptions = {
  readonly scrollerRef: RefObject<HTMLElement | null>
  readonly rowCount: number
  /** Left edges of the columns, followed by the right edge of the last one. */
  readonly offsets: readonly number[]
}

/**
 * Returns what can be seen of a table of any size, and a function that measures it at once. The table of Ant Design can do so as well, but it
 * renders no cells that screen readers could announce.
 */
export function useVisibleRange({
  scrollerRef,
  rowCount,
  offsets,
}: RangeOptions): readonly [VisibleRange, () => void] {
  const [range, setRange] = useState(() => computeRange(null, rowCount, offsets))
  const update = useCallback(() => {
    const next = computeRange(scrollerRef.current, rowCount, offsets)
    setRange((old) => (isSame(old, next) ? old : next))
  }, [scrollerRef, rowCount, offsets])
  useLayoutEffect(() => {
    const scroller = scrollerRef.current
    if (!scroller) return
    update()
    const observer = new ResizeObserver(update)
    observer.observe(scroller)
    scroller.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', update)
    }
  }, [scrollerRef, update])
  return [range, update]
}

const isSame = (a: VisibleRange, b: VisibleRange): boolean =>
  a.firstRow === b.firstRow &&
  a.endRow === b.endRow &&
  a.firstColumn === b.firstColumn &&
  a.endColumn === b.endColumn

function computeRange(
  scroller: HTMLElement | null,
  rowCount: number,
  offsets: readonly number[],
): VisibleRange {
  // Before it is laid out, the table is assumed to fill the window.
  const width = scroller?.clientWidth || window.innerWidth
  const height = scroller?.clientHeight || window.innerHeight
  const left = (scroller?.scrollLeft ?? 0) - MARGIN_PX
  const right = (scroller?.scrollLeft ?? 0) + width - STICKY_WIDTH + MARGIN_PX
  const top = (scroller?.scrollTop ?? 0) - MARGIN_PX
  const bottom = (scroller?.scrollTop ?? 0) + height + MARGIN_PX
  const columnCount = offsets.length - 1
  const firstEndingAfter = offsets.findIndex((offset) => offset > left) - 1
  const firstBeginningAfter = offsets.findIndex((offset) => offset >= right)
  return {
    firstRow: clamp(Math.floor(top / ROW_HEIGHT), rowCount),
    endRow: clamp(Math.ceil(bottom / ROW_HEIGHT), rowCount),
    firstColumn: clamp(firstEndingAfter, columnCount),
    endColumn: firstBeginningAfter < 0 ? columnCount : clamp(firstBeginningAfter, columnCount),
  }
}

const clamp = (index: number, count: number): number => Math.min(count, Math.max(0, index))

type CellPlace = {
  readonly rowIndex: number
  readonly columnIndex: number
  readonly offsets: readonly number[]
}

/** Scrolls as little as is needed to see a cell. */
export function scrollToCell(
  scroller: HTMLElement,
  { rowIndex, columnIndex, offsets }: CellPlace,
): void {
  const left = offsets[columnIndex] ?? 0
  const right = offsets[columnIndex + 1] ?? left
  const shownWidth = scroller.clientWidth - STICKY_WIDTH
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (right > scroller.scrollLeft + shownWidth) {
    // A column that is wider than the room for it shows its beginning.
    scroller.scrollLeft = Math.min(left, right - shownWidth)
  }
  const top = rowIndex * ROW_HEIGHT
  const shownHeight = scroller.clientHeight - HEAD_HEIGHT
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + ROW_HEIGHT > scroller.scrollTop + shownHeight) {
    scroller.scrollTop = top + ROW_HEIGHT - shownHeight
  }
}
