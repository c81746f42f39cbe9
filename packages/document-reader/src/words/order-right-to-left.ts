import { hasRightToLeft } from '@recto/document-text/text-direction'
import type { PlacedGlyph } from './placed-glyph.ts'

const mark = /^\p{M}/u
/** What runs from left to right also in Hebrew and Arabic: other letters, and numbers of all kinds. */
const leftToRight = /^(?:\p{Nd}|(?!\p{M})\p{L})/u
/** Between two digits, these are part of the number. */
const inNumber = /^[.,:/\u066b\u066c-]$/u
const digit = /^\p{Nd}/u

/**
 * The letters of a word of Hebrew, Arabic or another script from the right, in the order of reading by their
 * places on the page: files and PDFium have them in several orders. A mark follows the letter that it stands on.
 * Words of other scripts are returned as they are.
 */
export function orderRightToLeft(letters: readonly PlacedGlyph[]): readonly PlacedGlyph[] {
  if (!letters.some(({ glyph }) => hasRightToLeft(glyph.text))) return letters
  const bases = letters.filter((letter) => !mark.test(letter.glyph.text))
  const marks = letters.filter((letter) => mark.test(letter.glyph.text))
  if (bases.length === 0) return letters
  const orderedBases = inVisualRuns(fromRight(bases))
  const marksOf = Map.groupBy(marks, (one) => nearest(orderedBases, one))
  return orderedBases.flatMap((base) => [base, ...(marksOf.get(base) ?? [])])
}

/** The letter that all usual ligatures of two letters begin with. */
const lam = '\u0644'

/** Sorts letters from the right. PDFium mostly returns the letters of one font code in reverse order. */
function fromRight(bases: readonly PlacedGlyph[]): PlacedGlyph[] {
  const sorted = bases.toReversed().sort((a, b) => middleOf(b) - middleOf(a))
  for (let i = 1; i < sorted.length; i++) {
    const first = sorted[i - 1]!
    const second = sorted[i]!
    if (second.glyph.text !== lam || first.glyph.text === lam) continue
    if (!sharesPlace(first, second) || sharesPlace(second, sorted[i + 1])) continue
    sorted[i - 1] = second
    sorted[i] = first
  }
  return sorted
}

function sharesPlace(a: PlacedGlyph, b: PlacedGlyph | undefined): boolean {
  return a.alongStart === b?.alongStart && a.alongEnd === b.alongEnd
}

/** Numbers and words of other scripts are turned around within the word. */
function inVisualRuns(fromRight: readonly PlacedGlyph[]): PlacedGlyph[] {
  const orderedGlyphs: PlacedGlyph[] = []
  let run: PlacedGlyph[] = []
  fromRight.forEach((letter, i) => {
    if (runsRight(fromRight, i)) {
      run.unshift(letter)
      return
    }
    orderedGlyphs.push(...run, letter)
    run = []
  })
  return [...orderedGlyphs, ...run]
}

function runsRight(letters: readonly PlacedGlyph[], i: number): boolean {
  const text = letters[i]!.glyph.text
  if (digit.test(text)) return true
  if (!hasRightToLeft(text) && leftToRight.test(text)) return true
  const isDigit = (index: number) => digit.test(letters[index]?.glyph.text ?? '')
  return inNumber.test(text) && isDigit(i - 1) && isDigit(i + 1)
}

function nearest(bases: readonly PlacedGlyph[], glyph: PlacedGlyph): PlacedGlyph {
  const middle = middleOf(glyph)
  const distance = (base: PlacedGlyph) => Math.abs(middleOf(base) - middle)
  return bases.reduce((best, base) => (distance(base) < distance(best) ? base : best))
}

function middleOf({ alongStart, alongEnd }: PlacedGlyph): number {
  return (alongStart + alongEnd) / 2
}
