import type { Box } from '@recto/document-text/model'

/** The smallest box around all of them. */
export function union(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ]
}

export function heightOf(box: Box): number {
  return box[3] - box[1]
}

/** The height of a box's middle above which, and below which, lies half of it. */
export function middle(box: Box): number {
  return (box[1] + box[3]) / 2
}
