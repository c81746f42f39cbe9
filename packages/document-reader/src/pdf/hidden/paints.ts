import type { Box } from '@recto/document-text/model'
import {
  containsPoint,
  isOverAmong,
  maxPaintsAtPoint,
  openPaintGrid,
  type Paint,
  type PaintGrid,
} from './paint-grid.ts'

/** Up to this number, searching a list is cheaper than a grid. */
const maxListLength = 40

/** Collects what is painted on a page, in drawing order. */
export function openPaints(page: { readonly width: number; readonly height: number }) {
  /** All paints, until there are too many to search. */
  let paintList: Paint[] | undefined = []
  let grid: PaintGrid | undefined
  let lastOrder = -1

  const findPaints = (x: number, y: number): readonly Paint[] =>
    grid ? grid.at(x, y) : collectFromList(paintList ?? [], x, y)

  return {
    /** Must be called in drawing order. */
    add(paint: Paint): void {
      lastOrder = paint.order
      if (grid) grid.add(paint)
      else if (paintList && paintList.push(paint) > maxListLength) {
        grid = openPaintGrid(page)
        for (const listedPaint of paintList) grid.add(listedPaint)
        paintList = undefined
      }
    },
    /**
     * Whether anything may have been painted over a part of a box after `order`; `false` is
     * certain.
     */
    mayCover(order: number, box: Box): boolean {
      if (lastOrder <= order) return false
      return (
        !paintList || paintList.some((paint) => paint.order > order && doOverlap(paint.box, box))
      )
    },
    /** Whether anything was painted at a point after `order`. */
    isCovered(order: number, x: number, y: number): boolean {
      if (lastOrder <= order) return false
      return grid ? grid.isOver(order, x, y) : isOverAmong(paintList ?? [], order, { x, y })
    },
    /**
     * Returns what may be visible at a point, topmost first, down to the first shape that hides
     * everything behind it. Returns an unknown paint when too much was painted.
     */
    at: findPaints,
  }
}

const doOverlap = (a: Box, b: Box) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]

function collectFromList(paintList: readonly Paint[], x: number, y: number): readonly Paint[] {
  const paints: Paint[] = []
  for (let i = paintList.length - 1; i >= 0; i--) {
    const paint = paintList[i]!
    if (!containsPoint(paint.box, x, y)) continue
    paints.push(paint)
    if (paint.isWhole || paints.length === maxPaintsAtPoint) break
  }
  return paints
}

export type Paints = ReturnType<typeof openPaints>
