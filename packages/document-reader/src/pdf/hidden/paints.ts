import type { Box } from '@recto/document-text/model'
import { holds, isOverAmong, mostAtPlace, openPaintGrid, type Paint } from './paint-grid.ts'

/** Of fewer shapes each is looked at, which costs less than a grid. */
const mostFew = 40

/** What is painted on a page, one shape after the other. */
export function openPaints(page: { readonly width: number; readonly height: number }) {
  /** All of them, until they are too many to be looked through. */
  let few: Paint[] | undefined = []
  let grid: ReturnType<typeof openPaintGrid> | undefined
  let newest = -1

  const at = (x: number, y: number): readonly Paint[] =>
    grid ? grid.at(x, y) : paintsAmong(few ?? [], x, y)

  return {
    /** Shapes come in the order in which they are painted. */
    add(paint: Paint): void {
      newest = paint.order
      if (grid) grid.add(paint)
      else if (few && few.push(paint) > mostFew) {
        grid = openPaintGrid(page)
        for (const one of few) grid.add(one)
        few = undefined
      }
    },
    /** Whether anything may have been painted over some of a box after that; `false` is certain. */
    mayCover(order: number, box: Box): boolean {
      if (newest <= order) return false
      return !few || few.some((paint) => paint.order > order && overlap(paint.box, box))
    },
    /** Whether anything was painted at a place after that. */
    isCovered(order: number, x: number, y: number): boolean {
      if (newest <= order) return false
      return grid ? grid.isOver(order, x, y) : isOverAmong(few ?? [], order, { x, y })
    },
    /**
     * What may be seen there, the last first: all down to what hides everything behind it. Something of which nothing is
     * known where too much was painted.
     */
    at,
  }
}

const overlap = (a: Box, b: Box) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]

function paintsAmong(few: readonly Paint[], x: number, y: number): readonly Paint[] {
  const found: Paint[] = []
  for (let i = few.length - 1; i >= 0; i--) {
    const paint = few[i]!
    if (!holds(paint.box, x, y)) continue
    found.push(paint)
    if (paint.isWhole || found.length === mostAtPlace) break
  }
  return found
}

export type Paints = ReturnType<typeof openPaints>
