import type { Box } from '@recto/document-text/model'
import type { PixelPoint, Quad } from '../../images/page-image.ts'
import type { OcrCheckbox, OcrWord } from './ocr-engine.ts'

/** Letters that engines mistake empty and checked boxes and circles for. */
const lookAlike = /[□☐☑☒■▢○◯●◉⊙⊗⊠口囗日DOQ0oCGULVXYxvyIl1|[\](){}®©@8B✓✔√/\\_.,'‘’"“”-]/u

/**
 * Where an engine has read a check box as a letter, such as O or D, alone or at the start of its label, the
 * letter is dropped; where it has only boxed the two together, the word begins behind the box.
 */
export function withoutBoxLetters(
  words: readonly OcrWord[],
  checkboxes: readonly OcrCheckbox[],
): OcrWord[] {
  if (checkboxes.length === 0) return [...words]
  return words
    .map((word) => {
      const isInside = (share: number) => isInBox(word.quad, share, checkboxes)
      if (
        !isInside(0.5 / word.text.length) &&
        !isInside(0.05) &&
        !isInside(1 - 0.5 / word.text.length)
      )
        return word
      const letters = [...word.text]
      const keptLetters = letters.filter((letter, i) => {
        return !lookAlike.test(letter) || !isInside((i + 0.5) / letters.length)
      })
      if (keptLetters.length === 0) return undefined
      return { ...word, text: keptLetters.join(''), quad: trim(word.quad, isInside) }
    })
    .filter((value) => value !== undefined)
}

/** Whether the middle of the word's height, at a share of its length, lies in a box. */
function isInBox(quad: Quad, share: number, checkboxes: readonly OcrCheckbox[]): boolean {
  const [a, b, c, d] = quad
  const [x, y] = between(between(a, d, 0.5), between(b, c, 0.5), share)
  return checkboxes.some(
    ({ box: [x0, y0, x1, y1] }: { box: Box }) => x > x0 && x < x1 && y > y0 && y < y1,
  )
}

const trimSteps = 40

/** The part of a word that lies behind the boxes it begins in, and before those it ends in. */
function trim(quad: Quad, isInside: (share: number) => boolean): Quad {
  const shares = Array.from({ length: trimSteps }, (_, i) => (i + 0.5) / trimSteps)
  const half = trimSteps / 2
  const first = (shares.slice(0, half).findLastIndex(isInside) + 1) / trimSteps
  const endIndex = shares.slice(half).findIndex(isInside)
  const last = endIndex < 0 ? 1 : (half + endIndex) / trimSteps
  const [a, b, c, d] = quad
  return [between(a, b, first), between(a, b, last), between(d, c, last), between(d, c, first)]
}

function between(
  [startX, startY]: PixelPoint,
  [endX, endY]: PixelPoint,
  share: number,
): PixelPoint {
  return [startX + (endX - startX) * share, startY + (endY - startY) * share]
}
