import type { TesseractWord } from './open-tesseract.ts'

const endsInPoint = /\d[.,]$/
const startsWithDigits = /^\d{2,3}(?!\d)/
/** In widths of a digit: a space is wider, the room around a point in type of fixed width is not. */
const maxGap = 1.25

/** Puts numbers together that Tesseract cuts behind their decimal point, as it does in type of fixed width. */
export function joinNumbers(words: readonly TesseractWord[]): TesseractWord[] {
  const joined: TesseractWord[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (last && isCutNumber(last, word)) joined[joined.length - 1] = join(last, word)
    else joined.push(word)
  }
  return joined
}

function isCutNumber(before: TesseractWord, after: TesseractWord): boolean {
  if (!endsInPoint.test(before.text) || !startsWithDigits.test(after.text)) return false
  const digit = (after.box[2] - after.box[0]) / after.text.length
  const gap = after.box[0] - before.box[2]
  const isLevel = after.box[1] < before.box[3] && after.box[3] > before.box[1]
  return isLevel && gap > -digit && gap < digit * maxGap
}

function join(before: TesseractWord, after: TesseractWord): TesseractWord {
  const [a, b] = [before.box, after.box]
  const letters = before.text.length + after.text.length
  const sure = before.confidence * before.text.length + after.confidence * after.text.length
  return {
    text: before.text + after.text,
    box: [a[0], Math.min(a[1], b[1]), b[2], Math.max(a[3], b[3])],
    confidence: sure / letters,
  }
}
