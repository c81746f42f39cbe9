import type { Glyph } from '../../words/glyph.ts'
import { pathPieces } from '../pdfium/path-pieces.ts'
import type { OpenDocument, Pdfium } from '../pdfium/pdfium.ts'
import { findFontsWithManyShapes } from './many-shapes.ts'

/**
 * Number of closed contours in the outline of a letter, in nearly every font; small capitals have
 * those of the capital.
 */
const contours: Readonly<Record<string, number>> = {
  a: 2,
  b: 2,
  d: 2,
  e: 2,
  o: 2,
  p: 2,
  q: 2,
  A: 2,
  B: 3,
  D: 2,
  O: 2,
  P: 2,
  R: 2,
  '6': 2,
  '8': 3,
  '9': 2,
}
const hasHoles = new Uint8Array(128)
for (const letter of Object.keys(contours)) hasHoles[letter.charCodeAt(0)] = 1
/**
 * Minimum number of different letters without their holes, and their minimum share of all letters
 * that should have holes.
 */
const minMissing = 2
const minMissingShare = 0.5
/** Maximum number of letters to test per font; more add no evidence. */
const maxLetters = 12
const glyphSize = 1000
const maxSegments = 400

/**
 * Finds fonts that draw other letters than their character table says. A letter with a hole that is
 * drawn without one is detected by the number of closed contours of its outline, without rendering:
 * `o` has two, `l` has one. Outlined, stencil and swash fonts may add contours, so only missing
 * ones count. Fonts that draw one letter in several shapes are found as well. Images of letters are
 * not judged.
 */
export function findLyingFonts(
  { pdfium }: Pick<OpenDocument, 'pdfium'>,
  glyphs: readonly Glyph[],
): ReadonlySet<number> {
  const lyingFonts = new Set<number>()
  for (const [font, letters] of findLettersWithHoles(glyphs)) {
    if (letters.size >= minMissing && isLying(pdfium, font, [...letters])) lyingFonts.add(font)
  }
  for (const font of findFontsWithManyShapes(glyphs)) lyingFonts.add(font)
  return lyingFonts
}

/** Collects, for each font, the letters that should have holes. */
function findLettersWithHoles(glyphs: readonly Glyph[]): ReadonlyMap<number, ReadonlySet<string>> {
  const letters = new Map<number, Set<string>>()
  let currentFont = 0
  let lettersOfFont = new Set<string>()
  for (const { text, font } of glyphs) {
    if (font === 0) continue
    if (font !== currentFont) lettersOfFont = getOrCreateSet(letters, font)
    currentFont = font
    if (lettersOfFont.size < maxLetters && hasHoles[text.charCodeAt(0)] === 1)
      lettersOfFont.add(text)
  }
  return letters
}

function getOrCreateSet(letters: Map<number, Set<string>>, font: number): Set<string> {
  const letterSet = letters.get(font) ?? new Set<string>()
  letters.set(font, letterSet)
  return letterSet
}

function isLying(pdfium: Pdfium, font: number, testedLetters: readonly string[]): boolean {
  const counters = [createHoleCounter(toSameLetter), createHoleCounter(toSmallCapital)]
  // With more whole letters than this, too few can be missing, whatever the rest is.
  const maxComplete = (1 - minMissingShare) * testedLetters.length
  for (const letter of testedLetters) {
    const count = countContours(pdfium, font, letter)
    for (const counter of counters) if (count > 0) counter.add(letter, count)
    if (counters.some(({ counts }) => counts.complete > maxComplete)) return false
  }
  return counters.every(
    ({ counts: { incomplete, complete } }) =>
      incomplete >= minMissing && incomplete >= minMissingShare * (incomplete + complete),
  )
}

/** Counts letters that are drawn with all of their contours, and others. */
function createHoleCounter(toDrawnLetter: (letter: string) => string) {
  const counts = { incomplete: 0, complete: 0 }
  return {
    counts,
    add(letter: string, count: number): void {
      if (count < (contours[toDrawnLetter(letter)] ?? 0)) counts.incomplete++
      else counts.complete++
    },
  }
}

const toSameLetter = (letter: string) => letter
const toSmallCapital = (letter: string) => letter.toUpperCase()

/** Stops counting at the expected number. */
function countContours(pdfium: Pdfium, font: number, letter: string): number {
  const maxContours = Math.max(
    contours[toSameLetter(letter)] ?? 0,
    contours[toSmallCapital(letter)] ?? 0,
  )
  const outline = pdfium.FPDFFont_GetGlyphPath(font, letter.codePointAt(0)!, glyphSize)
  if (outline === 0) return 0
  const segments = pdfium.FPDFGlyphPath_CountGlyphSegments(outline)
  if (segments > maxSegments) return 0
  let count = 0
  for (let i = 0; i < segments && count < maxContours; i++) {
    const segment = pdfium.FPDFGlyphPath_GetGlyphPathSegment(outline, i)
    if (pdfium.FPDFPathSegment_GetType(segment) === pathPieces.moveTo) count++
  }
  return count
}
