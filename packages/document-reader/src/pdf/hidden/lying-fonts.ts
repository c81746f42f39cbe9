import type { Glyph } from '../../words/glyph.ts'
import type { OpenDocument } from '../document/open-document.ts'
import { pathPieces } from '../pdfium/path-pieces.ts'
import type { Pdfium } from '../pdfium/pdfium.ts'
import { fontsOfManyShapes } from './many-shapes.ts'

/** Closed lines of which the outline of a letter consists, in nearly every font; of small capitals other letters count. */
const contours: Readonly<Record<string, number>> = {
  ...{ a: 2, b: 2, d: 2, e: 2, o: 2, p: 2, q: 2 },
  ...{ A: 2, B: 3, D: 2, O: 2, P: 2, R: 2, '6': 2, '8': 3, '9': 2 },
}
const hasHoles = new Uint8Array(128)
for (const letter of Object.keys(contours)) hasHoles[letter.charCodeAt(0)] = 1
/** So many different letters without their holes, and so large a share of all that should have some. */
const leastMissing = 2
const leastShare = 0.5
/** Of a font on a page: more say no more. */
const mostLetters = 12
const size = 1000
const mostSegments = 400

/**
 * Fonts that draw other letters than their table of characters says. A letter with a hole that is drawn without one is
 * told by the number of closed lines of its outline, which costs no picture: `o` has two, `l` has one. Outlined, stencilled and
 * swash fonts may add lines, so that only missing ones count. And a letter has one shape, wherever it stands. Pictures of
 * letters are not judged.
 */
export function findLyingFonts(
  { pdfium }: Pick<OpenDocument, 'pdfium'>,
  glyphs: readonly Glyph[],
): ReadonlySet<number> {
  const lying = new Set<number>()
  for (const [font, tried] of lettersOf(glyphs)) {
    if (tried.size >= leastMissing && isLying(pdfium, font, [...tried])) lying.add(font)
  }
  for (const font of fontsOfManyShapes(glyphs)) lying.add(font)
  return lying
}

/** Those of each font that should have holes. */
function lettersOf(glyphs: readonly Glyph[]): ReadonlyMap<number, ReadonlySet<string>> {
  const letters = new Map<number, Set<string>>()
  let known = 0
  let ofFont = new Set<string>()
  for (const { text, font } of glyphs) {
    if (font === 0) continue
    if (font !== known) ofFont = setOf(letters, font)
    known = font
    if (ofFont.size < mostLetters && hasHoles[text.charCodeAt(0)] === 1) ofFont.add(text)
  }
  return letters
}

function setOf(letters: Map<number, Set<string>>, font: number): Set<string> {
  const found = letters.get(font) ?? new Set<string>()
  letters.set(font, found)
  return found
}

function isLying(pdfium: Pdfium, font: number, tried: readonly string[]): boolean {
  const forms = [openForm(asItIs), openForm(asSmallCapital)]
  // With so many whole letters, too few will be missing, whatever the rest is.
  const mostWhole = (1 - leastShare) * tried.length
  for (const letter of tried) {
    const count = contoursOf(pdfium, font, letter)
    for (const form of forms) if (count > 0) form.add(letter, count)
    if (forms.some(({ counted }) => counted.whole > mostWhole)) return false
  }
  return forms.every(
    ({ counted: { missing, whole } }) =>
      missing >= leastMissing && missing >= leastShare * (missing + whole),
  )
}

/** Counts letters that are drawn with all of their lines, and others. */
function openForm(form: (letter: string) => string) {
  const counted = { missing: 0, whole: 0 }
  return {
    counted,
    add(letter: string, count: number): void {
      if (count < (contours[form(letter)] ?? 0)) counted.missing++
      else counted.whole++
    },
  }
}

const asItIs = (letter: string) => letter
const asSmallCapital = (letter: string) => letter.toUpperCase()

/** No more are counted than it should have. */
function contoursOf(pdfium: Pdfium, font: number, letter: string): number {
  const most = Math.max(contours[asItIs(letter)] ?? 0, contours[asSmallCapital(letter)] ?? 0)
  const outline = pdfium.FPDFFont_GetGlyphPath(font, letter.codePointAt(0)!, size)
  if (outline === 0) return 0
  const segments = pdfium.FPDFGlyphPath_CountGlyphSegments(outline)
  if (segments > mostSegments) return 0
  let count = 0
  for (let i = 0; i < segments && count < most; i++) {
    const segment = pdfium.FPDFGlyphPath_GetGlyphPathSegment(outline, i)
    if (pdfium.FPDFPathSegment_GetType(segment) === pathPieces.moveTo) count++
  }
  return count
}
