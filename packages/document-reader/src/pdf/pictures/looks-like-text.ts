import type { GreyImage } from '../../images/grey-image.ts'
import { type Component, findComponents } from '../../ocr/picture/find-components.ts'
import { otsuThreshold } from '../../ocr/picture/otsu-threshold.ts'

/**
 * Minimum difference in tone between the dark and the light part: less is a gradient or a
 * watermark.
 */
const minContrast = 40
/** In pixels: lower shapes are specks, or letters that nobody can read. */
const minLetterHeight = 5
/**
 * Fewer letters in a row may be anything; fewer in total are a brand name, which is on every
 * letterhead and carries little information.
 */
const minInRow = { words: 4, name: 3 }
const minLetters = { words: 20, name: 3 }
/** A picture with more shapes is a texture and is not analysed. */
const maxShapes = 2_000

/** What a picture has to show: a few words, or no more than a brand name. */
export type MinText = 'words' | 'name'

/**
 * Whether a small picture shows a few words, or a name: shapes of about the same height in rows on a common
 * line, with gaps no wider than their height, dark on light or light on dark. Cheap, with few false
 * negatives: OCR then decides what it says.
 */
export function looksLikeText(image: GreyImage, minText: MinText): boolean {
  const threshold = otsuThreshold(image.pixels)
  if (measureContrast(image.pixels, threshold) < minContrast) return false
  return [true, false].some((isDark) => {
    const mask = image.pixels.map((value) => (value < threshold === isDark ? 1 : 0))
    const { width, height } = image
    const components = findComponents({ width, height, pixels: mask })
    return countLettersInRows(components, minInRow[minText]) >= minLetters[minText]
  })
}

function measureContrast(pixels: Uint8Array, threshold: number): number {
  let dark = 0
  let darkCount = 0
  let light = 0
  for (const value of pixels) {
    if (value < threshold) {
      dark += value
      darkCount++
    } else light += value
  }
  if (darkCount === 0 || darkCount === pixels.length) return 0
  return light / (pixels.length - darkCount) - dark / darkCount
}

function countLettersInRows(components: readonly Component[], minLength: number): number {
  const letters = components.filter(isLetter).sort((a, b) => a.left - b.left)
  if (letters.length > maxShapes) return 0
  const rows: Component[][] = []
  for (const letter of letters) {
    const row = rows.find((one) => follows(one.at(-1)!, letter))
    if (row) row.push(letter)
    else rows.push([letter])
  }
  return rows.filter(({ length }) => length >= minLength).reduce((sum, row) => sum + row.length, 0)
}

/**
 * Excludes specks, ruling lines and bars of bar codes; a letter has holes or corners, so not all of
 * its box is ink.
 */
function isLetter({ left, top, right, bottom, area }: Component): boolean {
  const width = right - left
  const height = bottom - top
  if (height < minLetterHeight || width > 5 * height || height > 9 * width) return false
  const fill = area / (width * height)
  return fill > 0.12 && (fill < 0.92 || width < height / 2)
}

/**
 * Whether a letter follows another in a row: on the same base line or top line, of about the same
 * height, and close.
 */
function follows(previous: Component, letter: Component): boolean {
  const a = previous.bottom - previous.top
  const b = letter.bottom - letter.top
  const small = Math.min(a, b)
  const large = Math.max(a, b)
  const gap = letter.left - previous.right
  const isLevel =
    Math.abs(previous.bottom - letter.bottom) <= 0.2 * large ||
    Math.abs(previous.top - letter.top) <= 0.2 * large
  return large <= 2.2 * small && isLevel && gap >= -0.3 * small && gap <= 1.2 * large
}
