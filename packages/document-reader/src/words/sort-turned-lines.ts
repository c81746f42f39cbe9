import { hasRightToLeft } from '@recto/document-text/text-direction'
import type { Glyph } from './glyph.ts'
import { type PlacedGlyph, placeGlyph } from './placed-glyph.ts'
import { isMark } from './settle-letters.ts'

/** Letters whose base lines are nearer, in sizes of the font, are on one line. */
const sameLine = 0.3
/** Minimum width of a space, in sizes of the font. */
const minSpace = 0.08

/** A letter or a space of the page, by its place among the glyphs. */
type LineGlyph = PlacedGlyph & { readonly index: number }

/**
 * Puts the letters of lines with text that runs from the right in the order in which they are seen, from left to right:
 * PDFium turns around what it takes for such text, and signs and spaces come elsewhere. Other lines stay as they
 * are; most pages have no others.
 */
export function sortTurnedLines(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (!glyphs.some(({ text }) => hasRightToLeft(text))) return glyphs
  const lineOf = turnedLines(glyphs)
  const sortedGlyphs: Glyph[] = []
  for (const [index, glyph] of glyphs.entries()) {
    const line = lineOf.get(index)
    if (!line) sortedGlyphs.push(glyph)
    else if (line.first === index) for (const one of line.glyphs) sortedGlyphs.push(one)
  }
  return sortedGlyphs
}

/** `first` is the first of its glyphs in the given order; the others move to its place. */
type TurnedLine = { readonly first: number; readonly glyphs: readonly Glyph[] }

/** Lines with text that runs from the right, by each of their glyphs. */
function turnedLines(glyphs: readonly Glyph[]): ReadonlyMap<number, TurnedLine> {
  const lineOf = new Map<number, TurnedLine>()
  for (const line of linesOf(placedGlyphs(glyphs))) {
    if (!line.some(({ glyph }) => hasRightToLeft(glyph.text))) continue
    const first = line.reduce((place, { index }) => Math.min(place, index), glyphs.length)
    const turnedLine = { first, glyphs: inVisualOrder(line) }
    for (const { index } of line) lineOf.set(index, turnedLine)
  }
  return lineOf
}

/** The glyphs that have a place. */
function placedGlyphs(glyphs: readonly Glyph[]): readonly LineGlyph[] {
  return glyphs
    .map((glyph, index) => ({ ...placeGlyph(glyph), index }))
    .filter(({ glyph }) => glyph.space === 'none' || glyph.em > 0)
}

/** A mark goes with the line of the letter before it, because marks stand above and below the base line. */
function linesOf(glyphs: readonly LineGlyph[]): readonly (readonly LineGlyph[])[] {
  const lines: LineGlyph[][] = []
  const sorted = glyphs
    .filter((glyph) => !isMark(glyph))
    .sort((a, b) => a.angle - b.angle || a.baseLine - b.baseLine)
  const lineOf = new Map<number, LineGlyph[]>()
  for (const glyph of sorted) {
    const line = lines.at(-1)
    if (line && isOnLine(line[0]!, glyph)) line.push(glyph)
    else lines.push([glyph])
    lineOf.set(glyph.index, lines.at(-1)!)
  }
  const firstLetter = glyphs.find((glyph) => !isMark(glyph))
  let line = firstLetter && lineOf.get(firstLetter.index)
  for (const glyph of glyphs) {
    if (isMark(glyph)) line?.push(glyph)
    else line = lineOf.get(glyph.index)
  }
  return lines
}

function isOnLine(first: LineGlyph, glyph: LineGlyph): boolean {
  return (
    first.angle === glyph.angle &&
    glyph.baseLine - first.baseLine <= sameLine * Math.max(first.em, glyph.em)
  )
}

/** Marks stand among the letters near them, and are put on theirs later. */
function inVisualOrder(line: readonly LineGlyph[]): readonly Glyph[] {
  const sorted = line
    .map((glyph) => ({ glyph, middle: middleOf(glyph) }))
    .sort((a, b) => a.middle - b.middle || a.glyph.index - b.glyph.index)
    .map(({ glyph }) => glyph)
  return withoutNarrowSpaces(sorted).map(({ glyph }) => withBearing(glyph))
}

/** A space has no width here: it stands where the letter before it ends. */
function middleOf({ glyph, alongStart, alongEnd }: LineGlyph): number {
  return glyph.space === 'none' ? (alongStart + alongEnd) / 2 : alongStart
}

/** PDFium states some spaces where the next letter begins. */
function withoutNarrowSpaces(line: readonly LineGlyph[]): readonly LineGlyph[] {
  const spaces = new Set<LineGlyph>()
  let next: LineGlyph | undefined
  for (const one of line.toReversed()) {
    if (one.glyph.space === 'none') next = isMark(one) ? next : one
    else if (next && isNarrow(one, next)) spaces.add(one)
  }
  return line.filter((one) => !spaces.has(one))
}

function isNarrow({ glyph, angle }: LineGlyph, next: LineGlyph): boolean {
  return angle === 0 && next.glyph.originX - glyph.originX < minSpace * next.em
}

/** PDFium states the ink of some letters in place of their width: it begins behind where the letter does. */
function withBearing(glyph: Glyph): Glyph {
  const [x0, top, x1, bottom] = glyph.box
  if (glyph.angle !== 0 || glyph.space !== 'none' || glyph.originX >= x0) return glyph
  if (/^\p{M}/u.test(glyph.text)) return glyph
  return { ...glyph, box: [glyph.originX, top, x1, bottom] }
}
