import type { GreyImage } from '../../images/grey-image.ts'
import { type Component, findComponents } from '../../ocr/picture/find-components.ts'
import { otsuThreshold } from '../../ocr/picture/otsu-threshold.ts'

/** Tones between the darkest and the lightest part: less is a gradient or a watermark. */
const minContrast = 40
/** Pixels: lower shapes are specks, or letters that nobody can read. */
const minLetterHeight = 5
/** Fewer in a row may be anything; fewer in all are the name of a brand, which says little and is on every letter. */
const minInRow = 4
const minLetters = 20
/** More shapes are a texture; it is not looked through. */
const maxShapes = 2_000

/**
 * Whether a small picture shows a few words: shapes of about the same height that stand in rows on a common line, with
 * gaps between them that are no wider than their height, dark on light or light on dark. Cheap, and
 * generous: what reads the picture afterwards finds out what it says.
 */
export function looksLikeText(image: GreyImage): boolean {
  const threshold = otsuThreshold(image.pixels)
  if (contrastAt(image.pixels, threshold) < minContrast) return false
  return [true, false].some((isDark) => {
    const mask = image.pixels.map((value) => (value < threshold === isDark ? 1 : 0))
    const { width, height } = image
    return lettersInRows(findComponents({ width, height, pixels: mask })) >= minLetters
  })
}

function contrastAt(pixels: Uint8Array, threshold: number): number {
  let [dark, darkCount, light] = [0, 0, 0]
  for (const value of pixels) {
    if (value < threshold) {
      dark += value
      darkCount++
    } else light += value
  }
  if (darkCount === 0 || darkCount === pixels.length) return 0
  return light / (pixels.length - darkCount) - dark / darkCount
}

function lettersInRows(components: readonly Component[]): number {
  const letters = components.filter(isLetter).sort((a, b) => a.left - b.left)
  if (letters.length > maxShapes) return 0
  const rows: Component[][] = []
  for (const letter of letters) {
    const row = rows.find((one) => follows(one.at(-1)!, letter))
    if (row) row.push(letter)
    else rows.push([letter])
  }
  return rows.filter(({ length }) => length >= minInRow).reduce((sum, row) => sum + row.length, 0)
}

/** Neither a speck nor a rule nor a bar of a bar code; with holes or corners, so not all of its box is ink. */
function isLetter({ left, top, right, bottom, area }: Component): boolean {
  const [width, height] = [right - left, bottom - top]
  if (height < minLetterHeight || width > 5 * height || height > 9 * width) return false
  const fill = area / (width * height)
  return fill > 0.12 && (fill < 0.92 || width < height / 2)
}

/** Whether a letter stands behind another in a row: on its base line or with its head, about as high, and near. */
function follows(before: Component, letter: Component): boolean {
  const [a, b] = [before.bottom - before.top, letter.bottom - letter.top]
  const [small, large] = [Math.min(a, b), Math.max(a, b)]
  const gap = letter.left - before.right
  const isLevel =
    Math.abs(before.bottom - letter.bottom) <= 0.2 * large ||
    Math.abs(before.top - letter.top) <= 0.2 * large
  return large <= 2.2 * small && isLevel && gap >= -0.3 * small && gap <= 1.2 * large
}
