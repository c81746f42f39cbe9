import type { Box, Page } from '@recto/document-text/model'

/** The visible part of a page in PDF space: points, y upwards, before rotation. */
export type PageFrame = {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
  readonly rotation: Page['rotation']
}

type Point = readonly [x: number, y: number]

/** Converts from PDF space to the displayed page: points from its top left corner, y downwards. */
export function toDisplay(frame: PageFrame, x: number, y: number): Point {
  switch (frame.rotation) {
    case 0:
      return [x - frame.left, frame.top - y]
    case 90:
      return [y - frame.bottom, x - frame.left]
    case 180:
      return [frame.right - x, y - frame.bottom]
    case 270:
      return [frame.top - y, frame.right - x]
  }
}

export function boxToDisplay(frame: PageFrame, [x0, y0, x1, y1]: Box): Box {
  if (frame.rotation === 0 && x0 <= x1 && y0 <= y1)
    return [x0 - frame.left, frame.top - y1, x1 - frame.left, frame.top - y0]
  const [firstX, firstY] = toDisplay(frame, x0, y0)
  const [secondX, secondY] = toDisplay(frame, x1, y1)
  return [
    Math.min(firstX, secondX),
    Math.min(firstY, secondY),
    Math.max(firstX, secondX),
    Math.max(firstY, secondY),
  ]
}

export function displaySize(frame: PageFrame): { width: number; height: number } {
  const width = frame.right - frame.left
  const height = frame.top - frame.bottom
  return frame.rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}
