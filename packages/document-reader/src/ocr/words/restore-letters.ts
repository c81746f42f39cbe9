import type { Box } from '@recto/document-text/model'
import type { Quad } from '../../images/page-image.ts'
import type { OcrWord } from './ocr-engine.ts'

/** A share of the smaller box. */
const minOverlap = 0.5
const minConfidence = 0.6
/** Of the letters of a word: more differences, and the two engines read different words. */
const maxRestoredShare = 0.5

/**
 * Words of an engine whose alphabet lacks letters, with these letters put back from words that an engine of that
 * language read in the same places. A word is taken over only where it differs in such letters alone: `Grube` becomes
 * `Grüße`, while a digit or a plain letter never changes.
 */
export function restoreLetters(
  words: readonly OcrWord[],
  informed: readonly OcrWord[],
): readonly OcrWord[] {
  const better = informed
    .filter(({ text, confidence }) => hasOtherLetter(text) && confidence >= minConfidence)
    .map(({ text, quad }) => ({ text, box: boxOf(quad) }))
  if (better.length === 0) return words
  return words.map((word) => {
    const box = boxOf(word.quad)
    const same = better.find(
      (one) => overlap(one.box, box) >= minOverlap && isSame(word.text, one.text),
    )
    return same ? { ...word, text: same.text } : word
  })
}

function hasOtherLetter(text: string): boolean {
  return [...text].some(isOtherLetter)
}

/** Letters and signs of money beyond ASCII. */
function isOtherLetter(character: string): boolean {
  return character > '\x7f' && /[\p{L}\p{Sc}]/u.test(character)
}

function isSame(text: string, informed: string): boolean {
  const [before, after] = [[...text], [...informed]]
  if (before.length !== after.length) return false
  const differing = before.flatMap((character, i) => (character === after[i] ? [] : [after[i]!]))
  return differing.every(isOtherLetter) && differing.length <= maxRestoredShare * before.length
}

function boxOf(quad: Quad): Box {
  const xs = quad.map(([x]) => x)
  const ys = quad.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  if (width <= 0 || height <= 0) return 0
  return (width * height) / Math.max(1, Math.min(areaOf(a), areaOf(b)))
}

function areaOf([x0, y0, x1, y1]: Box): number {
  return (x1 - x0) * (y1 - y0)
}
