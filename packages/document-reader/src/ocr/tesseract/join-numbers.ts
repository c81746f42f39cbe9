import type { TesseractWord } from './open-tesseract.ts'

const endsInPoint = /\d[.,]$/
const startsWithDigits = /^\d{2,3}(?!\d)/
/** In widths of a digit: a space is wider, the room around a point in type of fixed width is not. */
const maxGap = 1.25

/** Puts numbers together that Tesseract cuts behind their decimal point, as it does in type of fixed width. */
export function joinNumbers(words: readonly TesseractWord[]): TesseractWord[] {
  const joinedWords: TesseractWord[] = []
  for (const word of words) {
    const last = joinedWords.at(-1)
    if (last && isCutNumber(last, word)) joinedWords[joinedWords.length - 1] = join(last, word)
    else joinedWords.push(word)
  }
  return joinedWords
}

function isCutNumber(left: TesseractWord, right: TesseractWord): boolean {
  if (!endsInPoint.test(left.text) || !startsWithDigits.test(right.text)) return false
  const digit = (right.box[2] - right.box[0]) / right.text.length
  const gap = right.box[0] - left.box[2]
  const isLevel = right.box[1] < left.box[3] && right.box[3] > left.box[1]
  return isLevel && gap > -digit && gap < digit * maxGap
}

function join(left: TesseractWord, right: TesseractWord): TesseractWord {
  const a = left.box
  const b = right.box
  const letters = left.text.length + right.text.length
  const sure = left.confidence * left.text.length + right.confidence * right.text.length
  return {
    text: left.text + right.text,
    box: [a[0], Math.min(a[1], b[1]), b[2], Math.max(a[3], b[3])],
    confidence: sure / letters,
  }
}
