import type { Box } from '@recto/document-text/model'
import type { Shape } from './boxes/join-edges.ts'
import { openShapes, type PageToDraw } from './boxes/read-shapes.ts'
import { boxToDisplay } from './pdfium/page-frame.ts'
import { getObjectBounds, objectKinds, walkPageObjects } from './pdfium/page-objects.ts'
import { isThin, maxThinPaths } from './rulings/mark-struck.ts'

export type PagePaths = {
  /** Small shapes, which may be check boxes; none if they were not requested. */
  readonly shapes: readonly Shape[]
  /** Bounds of the paths that are thin enough to strike words out. */
  readonly thinPaths: readonly Box[]
}

/** Reads what check boxes and struck-out words need of the vectors of a page, in one walk over its objects. */
export function readPaths(page: PageToDraw, withShapes = false): PagePaths {
  const { pdfium, scratch } = page
  const shapes = withShapes ? openShapes(page) : undefined
  const thinPaths: Box[] = []
  for (const path of walkPageObjects(pdfium, page.page, scratch, objectKinds.path)) {
    const bounds = getObjectBounds(pdfium, path, scratch)
    if (!bounds) continue
    const box = boxToDisplay(page.frame, bounds)
    if (isThin(box)) thinPaths.push(box)
    const isComplete = !shapes?.add(path, box)
    if (isComplete && thinPaths.length >= maxThinPaths) break
  }
  return { shapes: shapes?.finish() ?? [], thinPaths: thinPaths.slice(0, maxThinPaths) }
}
