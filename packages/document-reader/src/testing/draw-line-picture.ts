import type { Planes } from '../ocr/paddle/sample-image.ts'

/** An area of ink, in pixels. */
export type InkArea = readonly [left: number, top: number, width: number, height: number]

/** Draws the picture of a line, as the recogniser gets it: areas of black ink on white paper. */
export function drawLinePicture(areas: readonly InkArea[], width: number): Planes {
  const height = 48
  const values = new Float32Array(width * height).fill(255)
  for (const [left, top, areaWidth, areaHeight] of areas)
    for (let y = top; y < top + areaHeight; y++)
      values.fill(0, y * width + left, y * width + left + areaWidth)
  return { width, height, channels: 1, values }
}
