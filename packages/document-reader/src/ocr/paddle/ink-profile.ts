import type { Planes } from './sample-image.ts'

/** Distribution of ink in the picture of a line. */
export type InkProfile = {
  /** Number of ink pixels in every column. */
  readonly columns: Uint16Array
  /** The rows between which nearly all ink lies, which is about the height of a capital letter. */
  readonly top: number
  readonly bottom: number
}

/**
 * Parts ink from paper at the brightness that separates both best (Otsu 1979). The rarer of both is the ink, so white
 * letters on black are ink too.
 */
export function inkProfile(picture: Planes): InkProfile {
  const { width, height } = picture
  const brightness = brightnessOf(picture)
  const threshold = otsuThreshold(brightness)
  const dark = brightness.reduce((count, value) => count + (value <= threshold ? 1 : 0), 0)
  const isInkDark = dark * 2 <= brightness.length

  const columns = new Uint16Array(width)
  const rows = new Float64Array(height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (brightness[y * width + x]! <= threshold === isInkDark) {
        columns[x]!++
        rows[y]!++
      }
  return { columns, ...spanOf(rows) }
}

/** The mean of the channels, pixel by pixel. */
export function brightnessOf({ width, height, channels, values }: Planes): Uint8Array {
  const size = width * height
  const brightness = new Uint8Array(size)
  for (let i = 0; i < size; i++)
    brightness[i] =
      channels === 1 ? values[i]! : (values[i]! + values[size + i]! + values[2 * size + i]!) / 3
  return brightness
}

function otsuThreshold(brightness: Uint8Array): number {
  const histogram = new Float64Array(256)
  for (const value of brightness) histogram[value]!++
  const total = histogram.reduce((sum, count, value) => sum + count * value, 0)
  let best = { threshold: 0, contrast: -1 }
  let darkPixels = 0
  let sumBelow = 0
  for (let threshold = 0; threshold < 255; threshold++) {
    darkPixels += histogram[threshold]!
    sumBelow += threshold * histogram[threshold]!
    const lightPixels = brightness.length - darkPixels
    if (darkPixels === 0 || lightPixels === 0) continue
    const distance = sumBelow / darkPixels - (total - sumBelow) / lightPixels
    const contrast = darkPixels * lightPixels * distance * distance
    if (contrast > best.contrast) best = { threshold, contrast }
  }
  return best.threshold
}

/** Rows with little ink belong to neighbouring lines and to dirt. */
function spanOf(rows: Float64Array): { top: number; bottom: number } {
  const threshold = Math.max(...rows) * 0.15
  const top = Math.max(
    0,
    rows.findIndex((ink) => ink > threshold),
  )
  const bottom = rows.findLastIndex((ink) => ink > threshold) + 1
  return { top, bottom: Math.max(bottom, top + 1) }
}
