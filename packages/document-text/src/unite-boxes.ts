import type { Box } from './model.ts'

/** The box around boxes. */
export function uniteBoxes(boxes: readonly Box[]): Box {
  let [x0, y0, x1, y1] = boxes[0] ?? [0, 0, 0, 0]
  for (const box of boxes) {
    x0 = Math.min(x0, box[0])
    y0 = Math.min(y0, box[1])
    x1 = Math.max(x1, box[2])
    y1 = Math.max(y1, box[3])
  }
  return [x0, y0, x1, y1]
}

/** Whether two boxes share more than an edge. */
export function boxesOverlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1]
}
