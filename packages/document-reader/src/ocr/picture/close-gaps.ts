import { type InkMask, transpose } from './find-ink.ts'

/**
 * Ink with the short gaps of its level and upright strokes closed: paper of at most `reach` pixels between ink to its left and
 * right, or above and below (a morphological closing by short lines).
 */
export function closeGaps(ink: InkMask, reach: number): InkMask {
  const closedRows = closeRows(ink, reach)
  const closedColumns = transpose(closeRows(transpose(ink), reach))
  return { ...ink, pixels: closedRows.pixels.map((value, i) => value | closedColumns.pixels[i]!) }
}

function closeRows({ width, height, pixels }: InkMask, reach: number): InkMask {
  const closedPixels = new Uint8Array(pixels)
  for (let y = 0; y < height; y++) {
    let last = -1
    for (let x = y * width; x < (y + 1) * width; x++) {
      if (pixels[x] === 0) continue
      if (last >= 0 && x - last - 1 <= reach) closedPixels.fill(1, last + 1, x)
      last = x
    }
  }
  return { width, height, pixels: closedPixels }
}
