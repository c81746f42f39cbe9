import type { Box } from '@recto/document-text/model'

/** Returns the bounding box of all boxes. */
export function union(boxes: readonly Box[]): Box {
  let x0 = Number.POSITIVE_INFINITY
  let y0 = Number.POSITIVE_INFINITY
  let x1 = Number.NEGATIVE_INFINITY
  let y1 = Number.NEGATIVE_INFINITY
  for (const box of boxes) {
    x0 = Math.min(x0, box[0])
    y0 = Math.min(y0, box[1])
    x1 = Math.max(x1, box[2])
    y1 = Math.max(y1, box[3])
  }
  return [x0, y0, x1, y1]
}

export function getHeight(box: Box): number {
  return box[3] - box[1]
}

/** Returns the vertical center of a box. */
export function middle(box: Box): number {
  return (box[1] + box[3]) / 2
}
