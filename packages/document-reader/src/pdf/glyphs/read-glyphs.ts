import { ReadError } from '@recto/document-text/read-error'
import type { Glyph } from '../../words/glyph.ts'
import { boxToDisplay, type PageFrame, toDisplay } from '../pdfium/page-frame.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'
import { type FontMetrics, openAdvances } from './font-metrics.ts'
import { glyphBox } from './glyph-box.ts'
import { ligatureByWidth } from './lost-ligatures.ts'
import { getSymbol } from './symbol-codes.ts'
import { openTextRuns, type TextRun } from './text-runs.ts'

const hyphenAtLineEnd = 2
/** The ink of this letter hangs over the next one in most upright fonts too. */
const letterF = 0x66
/** In sizes of the font: further than this no letter hangs over, but a ligature has the code of its first letter. */
const maxOverhang = 0.2
const softHyphen = 0xad

export type LetterCount = {
  /** Characters that are drawn, spaces excluded. */
  readonly letters: number
  /** Letters whose character carries no meaning: controls, private use, U+FFFD. */
  readonly unknown: number
  /** Other letters for which the file states no character, so that the raw code is used instead. */
  readonly unmapped: number
}

export type PageCount = LetterCount & {
  /** Counts by font handle, or by text object; see `Glyph`. */
  readonly fonts: ReadonlyMap<number, LetterCount>
}

type MutableLetterCount = { -readonly [Key in keyof LetterCount]: LetterCount[Key] }

/**
 * Maximum number of letters on a page. An array of more than some two million needs one contiguous
 * block of memory that the engine may be unable to allocate, and no thread limit prevents that
 * crash.
 */
const maxLetters = 1_000_000

type GlyphOptions = {
  readonly metrics?: FontMetrics | undefined
  /** Includes the ink box of each glyph. */
  readonly withInk?: boolean
  /** Counts the letters of each text object in Helvetica by themselves. */
  readonly splitsStandIn?: boolean | undefined
}

/**
 * Returns all glyphs of a loaded text page. Control characters are dropped and ligatures spelled
 * out. With metrics, upright glyphs also get the edges that their font states. Throws `ReadError`
 * when there are too many.
 */
export function readGlyphs(
  { pdfium, scratch }: { readonly pdfium: Pdfium; readonly scratch: Scratch },
  textPage: number,
  frame: PageFrame,
  { metrics, withInk = false, splitsStandIn }: GlyphOptions = {},
): { glyphs: Glyph[]; count: PageCount } {
  const size = pdfium.FPDFText_CountChars(textPage)
  assertFewLetters(size)
  const glyphs: Glyph[] = []
  const fonts = new Map<number, MutableLetterCount>()
  const runOf = openTextRuns({ pdfium, scratch }, textPage)
  const advanceOf = openAdvances({ pdfium, scratch })
  const position = {
    pdfium,
    textPage,
    index: 0,
    frame,
    scratch,
    metrics,
    withInk,
    runOf,
    advanceOf,
  }
  const keyOf = ({ object, font, isStandIn }: TextRun) =>
    splitsStandIn && isStandIn ? object : font
  const spaces = openSpaces()
  for (let index = 0; index < size; index++) {
    const code = codeAt(pdfium, textPage, index)
    position.index = index
    const glyph = readGlyph(position, code)
    if (glyph) {
      spaces.note(glyph, code, { index, place: glyphs.length })
      glyphs.push(glyph)
    }
    if (!isSpace(code)) countLetter(position, code, getLetterCount(fonts, keyOf(runOf(index))))
    if (code > 0xffff) index++
  }
  spaces.place(glyphs, position)
  return { glyphs, count: { ...sumLetterCounts([...fonts.values()]), fonts } }
}

/** The first letter of a script that runs from the right. */
const firstRightToLeft = 0x590

type SpaceNote = { readonly index: number; readonly place: number }

/** On pages with text that runs from the right the places of spaces matter, which take time to ask for. */
function openSpaces() {
  const spaces: SpaceNote[] = []
  let isTurned = false
  return {
    note(glyph: Glyph, code: number, note: SpaceNote): void {
      if (glyph.space === 'spelt') spaces.push(note)
      else if (code >= firstRightToLeft) isTurned = true
    },
    place(glyphs: Glyph[], position: GlyphPosition): void {
      if (!isTurned) return
      for (const { index, place } of spaces) glyphs[place] = placeSpace({ ...position, index })
    },
  }
}

function placeSpace(position: GlyphPosition): Glyph {
  const { box: _, ...glyph } = placeGlyph({ ...position, metrics: undefined }, '', 0x20)
  const { originX, originY, em } = glyph
  return { ...glyph, box: [originX, originY, originX, originY], em: em || 1, space: 'spelt' }
}

/** Throws `ReadError` for a page with more characters than are read. */
export function assertFewLetters(characters: number): void {
  if (characters <= maxLetters) return
  const limit = maxLetters.toLocaleString('en')
  throw new ReadError('too-large', `A page exceeds the limit of ${limit} characters.`)
}

function getLetterCount(fonts: Map<number, MutableLetterCount>, font: number): MutableLetterCount {
  const knownCount = fonts.get(font)
  if (knownCount) return knownCount
  const letterCount = { letters: 0, unknown: 0, unmapped: 0 }
  fonts.set(font, letterCount)
  return letterCount
}

/** Adds up the counts of several fonts. */
export function sumLetterCounts(counts: readonly LetterCount[]): LetterCount {
  const sum = (key: keyof LetterCount) => counts.reduce((total, count) => total + count[key], 0)
  return { letters: sum('letters'), unknown: sum('unknown'), unmapped: sum('unmapped') }
}

function countLetter(position: GlyphPosition, code: number, count: MutableLetterCount): void {
  const { pdfium, textPage, index } = position
  if (isMeaningless(code)) {
    if (getSymbol(position, code) || !isDrawn(position)) return
    count.unknown++
  } else if (pdfium.FPDFText_HasUnicodeMapError(textPage, index) === 1) count.unmapped++
  count.letters++
}

function isDrawn({ pdfium, textPage, index, scratch }: GlyphPosition): boolean {
  const p = scratch.pointer
  if (pdfium.FPDFText_GetCharBox(textPage, index, p, p + 8, p + 16, p + 24) !== 1) return false
  const [left = 0, right = 0, bottom = 0, top = 0] = scratch.doubles()
  return right > left && top > bottom
}

/** Replacement for a code from which a broken font table makes no valid character. */
const unreadable = 0xfffd

/** PDFium returns characters beyond the first plane as surrogate pairs. */
function codeAt(pdfium: Pdfium, textPage: number, index: number): number {
  const code = pdfium.FPDFText_GetUnicode(textPage, index)
  if (isHighSurrogate(code)) {
    const low = pdfium.FPDFText_GetUnicode(textPage, index + 1)
    if (isLowSurrogate(low)) return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
  }
  return isCodePoint(code) ? code : unreadable
}

/** Half a surrogate pair is not a character, nor is any value beyond the last code point. */
function isCodePoint(code: number): boolean {
  return code >= 0 && code <= 0x10ffff && !isHighSurrogate(code) && !isLowSurrogate(code)
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}

/**
 * Controls, surrogates, private use and unassigned code points; programs write U+FFFD for such
 * letters.
 */
const meaninglessCharacter = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\ufffd]/u

function isMeaningless(code: number): boolean {
  if (code < 0x250)
    return code !== hyphenAtLineEnd && (code < 0x20 || (code >= 0x7f && code < 0xa0))
  return meaninglessCharacter.test(String.fromCodePoint(code))
}

const inferredSpace: Glyph = {
  text: '',
  box: [0, 0, 0, 0],
  angle: 0,
  originX: 0,
  originY: 0,
  em: 0,
  run: 0,
  font: 0,
  space: 'inferred',
}

const speltSpace: Glyph = { ...inferredSpace, space: 'spelt' }

function readGlyph(position: GlyphPosition, code: number): Glyph | undefined {
  const { pdfium, textPage, index } = position
  if (isSpace(code))
    return pdfium.FPDFText_IsGenerated(textPage, index) === 1
      ? inferredSpace
      : spelledSpace(position)
  const text = getSymbol(position, code) ?? (spell(code) || recoverLigature(position, code))
  if (text === '') return undefined
  const glyph = placeGlyph(position, text, code)
  // A soft hyphen that no line break made visible has no width.
  return code === softHyphen && glyph.box[2] <= glyph.box[0] ? undefined : glyph
}

/** With metrics, a space that the file spells has a place: it may be drawn anywhere. */
function spelledSpace(position: GlyphPosition): Glyph {
  if (!position.metrics) return speltSpace
  const { pdfium, textPage, index, scratch, frame, metrics } = position
  const angle = Math.round(position.runOf(index).angle) + frame.rotation
  if (angle % 360 !== 0) return speltSpace
  pdfium.FPDFText_GetCharOrigin(textPage, index, scratch.pointer, scratch.pointer + 8)
  const [x = 0, y = 0] = scratch.doubles()
  const [originX, originY] = toDisplay(frame, x, y)
  const place = { index, code: 0x20, originX, originY, boxStart: originX, boxEnd: originX }
  return { ...speltSpace, edges: metrics.edgesOf(place) }
}

/** Recognizes the ligature drawn for a control code that the file does not map to a character. */
function recoverLigature(position: GlyphPosition, code: number): string {
  const { pdfium, textPage, index, scratch, runOf, advanceOf } = position
  if (code >= 0x20 || pdfium.FPDFText_HasUnicodeMapError(textPage, index) !== 1) return ''
  const { font, em, angle } = runOf(index)
  if (em === 0 || Math.round(angle) !== 0 || !isDrawn(position)) return ''
  if (pdfium.FPDFText_GetLooseCharBox(textPage, index, scratch.pointer) !== 1) return ''
  const [left = 0, , right = 0] = scratch.floats()
  return ligatureByWidth((right - left) / em, (character) => advanceOf(font, character)) ?? ''
}

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

/** Controls, joiners, direction marks and byte order marks. */
const invisibleRanges: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x61c, 0x61c],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
  [0xfffe, 0xffff],
]

function isInvisible(code: number): boolean {
  // Nearly every letter of a document is one of these.
  if (code >= 0x20 && code < 0x7f) return false
  return invisibleRanges.some(([first, last]) => code >= first && code <= last)
}

/** Latin ligatures and the presentation forms of Hebrew and Arabic. */
function isCompound(code: number): boolean {
  return (code >= 0xfb00 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc)
}

type GlyphPosition = {
  readonly pdfium: Pdfium
  readonly textPage: number
  readonly index: number
  readonly frame: PageFrame
  readonly scratch: Scratch
  readonly metrics: FontMetrics | undefined
  readonly withInk: boolean
  readonly runOf: (index: number) => TextRun
  readonly advanceOf: (font: number, code: number) => number
}

function placeGlyph(position: GlyphPosition, text: string, code: number): Glyph {
  const { pdfium, textPage, index, frame, scratch } = position
  const p = scratch.pointer
  pdfium.FPDFText_GetCharOrigin(textPage, index, p, p + 8)
  // An index is much quicker here than destructuring, which iterates over a typed array.
  const origin = scratch.doubles()
  const x = origin[0]!
  const y = origin[1]!
  const run = position.runOf(index)
  const [originX, originY] = toDisplay(frame, x, y)
  const angle = (((Math.round(run.angle) + frame.rotation) % 360) + 360) % 360
  const letter = { pdfium, scratch, textPage, index, run, originX: x, originY: y }
  const { box: letterBox, ink } = glyphBox(letter)
  const box = boxToDisplay(frame, letterBox)
  const { object, font, em } = run
  const mayHangOver = (run.isSlanted || code === letterF) && angle === 0
  const advance = mayHangOver ? position.advanceOf(font, code) * em : 0
  const isAdvance = advance > 0 && box[2] - originX - advance <= maxOverhang * em
  const glyph: Glyph = {
    text,
    box,
    angle,
    originX,
    originY,
    em,
    run: object,
    font,
    space: 'none',
    advance: isAdvance ? advance : undefined,
    ink: position.withInk ? ink : undefined,
    edges: undefined,
  }
  if (!position.metrics || angle !== 0) return glyph
  const letterPosition = { index, code, originX, originY, boxStart: box[0], boxEnd: box[2] }
  return { ...glyph, edges: position.metrics.edgesOf(letterPosition) }
}
