import type { Box } from '@recto/document-text/model'
import type { Glyph } from '../../words/glyph.ts'
import { boxToDisplay, type PageFrame, toDisplay } from '../pdfium/page-frame.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'
import type { FontMetrics } from './font-metrics.ts'
import { symbolOf } from './symbol-codes.ts'

const degrees = 180 / Math.PI
const hyphenAtLineEnd = 2
const softHyphen = 0xad

export type LetterCount = {
  /** Characters that are drawn, spaces excluded. */
  readonly letters: number
  /** Letters whose character means nothing: controls, private use, U+FFFD. */
  readonly unknown: number
  /** Other letters for which the file states no character, so that the bare code stands for it. */
  readonly unmapped: number
}

type Counting = { -readonly [Key in keyof LetterCount]: LetterCount[Key] }

/**
 * All glyphs of a loaded text page. Control characters are dropped, ligatures spelt out. With metrics, upright
 * ones keep where their font puts them.
 */
export function readGlyphs(
  { pdfium, scratch }: { readonly pdfium: Pdfium; readonly scratch: Scratch },
  textPage: number,
  frame: PageFrame,
  metrics?: FontMetrics,
): { glyphs: Glyph[]; count: LetterCount } {
  const size = pdfium.FPDFText_CountChars(textPage)
  const glyphs: Glyph[] = []
  const count = { letters: 0, unknown: 0, unmapped: 0 }
  for (let index = 0; index < size; index++) {
    const code = codeAt(pdfium, textPage, index)
    const place = { pdfium, textPage, index, frame, scratch, metrics }
    const glyph = readGlyph(place, code)
    if (glyph) glyphs.push(glyph)
    if (!isSpace(code)) countLetter(place, code, count)
    if (code > 0xffff) index++
  }
  return { glyphs, count }
}

function countLetter(place: Place, code: number, count: Counting): void {
  const { pdfium, textPage, index } = place
  if (isMeaningless(code)) {
    if (symbolOf(place, code) || !isDrawn(place)) return
    count.unknown++
  } else if (pdfium.FPDFText_HasUnicodeMapError(textPage, index) === 1) count.unmapped++
  count.letters++
}

function isDrawn({ pdfium, textPage, index, scratch }: Place): boolean {
  const p = scratch.pointer
  if (pdfium.FPDFText_GetCharBox(textPage, index, p, p + 8, p + 16, p + 24) !== 1) return false
  const [left = 0, right = 0, bottom = 0, top = 0] = scratch.doubles()
  return right > left && top > bottom
}

/** PDFium returns characters beyond the first plane in two halves. */
function codeAt(pdfium: Pdfium, textPage: number, index: number): number {
  const code = pdfium.FPDFText_GetUnicode(textPage, index)
  if (isHighSurrogate(code)) {
    const low = pdfium.FPDFText_GetUnicode(textPage, index + 1)
    if (isLowSurrogate(low)) return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
  }
  return isCodePoint(code) ? code : unreadable
}

/** What stands for a code of which a broken table of a font makes no character. */
const unreadable = 0xfffd

/** Half a character is none, and neither is what lies beyond the last one. */
function isCodePoint(code: number): boolean {
  return code >= 0 && code <= 0x10ffff && !isHighSurrogate(code) && !isLowSurrogate(code)
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}

/** Controls, surrogates, private use and what Unicode assigns to nothing; for such letters programs write U+FFFD. */
const meaningless = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\ufffd]/u

function isMeaningless(code: number): boolean {
  if (code < 0x250)
    return code !== hyphenAtLineEnd && (code < 0x20 || (code >= 0x7f && code < 0xa0))
  return meaningless.test(String.fromCodePoint(code))
}

function readGlyph(place: Place, code: number): Glyph | undefined {
  const { pdfium, textPage, index } = place
  if (isSpace(code))
    return pdfium.FPDFText_IsGenerated(textPage, index) === 1 ? inferredSpace : speltSpace
  const text = symbolOf(place, code) ?? spell(code)
  if (text === '') return undefined
  const glyph = placeGlyph(place, text, code)
  // A soft hyphen that no line break made visible has no width.
  return code === softHyphen && glyph.box[2] <= glyph.box[0] ? undefined : glyph
}

const inferredSpace: Glyph = {
  text: '',
  box: [0, 0, 0, 0],
  angle: 0,
  originX: 0,
  originY: 0,
  space: 'inferred',
}
const speltSpace: Glyph = { ...inferredSpace, space: 'spelt' }

function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x2000) return code === 0xa0 || code === 0x1680
  return code <= 0x200a || [0x2028, 0x2029, 0x202f, 0x205f, 0x3000].includes(code)
}

/** PDFium returns code 2 for a hyphen that ends a line in the middle of a word. */
function spell(code: number): string {
  if (code === hyphenAtLineEnd || code === softHyphen) return '-'
  if (isInvisible(code)) return ''
  const text = String.fromCodePoint(code)
  return isCompound(code) ? text.normalize('NFKC') : text
}

/** Controls, joiners, marks of direction and byte order marks. */
const invisible: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
  [0xfffe, 0xffff],
]

function isInvisible(code: number): boolean {
  return invisible.some(([first, last]) => code >= first && code <= last)
}

/** Latin ligatures and the presentation forms of Hebrew and Arabic. */
function isCompound(code: number): boolean {
  return (code >= 0xfb00 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc)
}

type Place = {
  readonly pdfium: Pdfium
  readonly textPage: number
  readonly index: number
  readonly frame: PageFrame
  readonly scratch: Scratch
  readonly metrics: FontMetrics | undefined
}

function placeGlyph(place: Place, text: string, code: number): Glyph {
  const { pdfium, textPage, index, frame, scratch } = place
  const p = scratch.pointer
  pdfium.FPDFText_GetCharOrigin(textPage, index, p, p + 8)
  const at = scratch.doubles()
  const [originX, originY] = toDisplay(frame, at[0]!, at[1]!)
  const turned = pdfium.FPDFText_GetCharAngle(textPage, index) * degrees + frame.rotation
  const angle = ((Math.round(turned) % 360) + 360) % 360
  const box = boxToDisplay(frame, glyphBox(place))
  const glyph: Glyph = { text, box, angle, originX, originY, space: 'none' }
  if (!place.metrics || angle !== 0) return glyph
  const letter = { index, code, originX, originY, boxStart: box[0], boxEnd: box[2] }
  return { ...glyph, edges: place.metrics.edgesOf(letter) }
}

/**
 * The advance width by the font's ascent and descent, so that all words of a line are equally high.
 * Where the font's metrics put that box beside the ink, the ink counts.
 */
function glyphBox({ pdfium, textPage, index, scratch }: Place): Box {
  const p = scratch.pointer
  const hasInk = pdfium.FPDFText_GetCharBox(textPage, index, p, p + 8, p + 16, p + 24) === 1
  const lrbt = scratch.doubles()
  const ink: Box = [lrbt[0]!, lrbt[2]!, lrbt[1]!, lrbt[3]!]
  if (pdfium.FPDFText_GetLooseCharBox(textPage, index, p) !== 1) return ink
  const ltrb = scratch.floats()
  const loose: Box = [ltrb[0]!, ltrb[3]!, ltrb[2]!, ltrb[1]!]
  if (loose[2] <= loose[0] || loose[3] <= loose[1]) return ink
  return hasInk && isBeside(loose, ink) ? ink : loose
}

function isBeside(loose: Box, ink: Box): boolean {
  const width = Math.min(loose[2], ink[2]) - Math.max(loose[0], ink[0])
  const height = Math.min(loose[3], ink[3]) - Math.max(loose[1], ink[1])
  return width < (ink[2] - ink[0]) / 2 || height < (ink[3] - ink[1]) / 2
}
