import type { Box, GlyphRun, Word } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { Glyph } from './glyph.ts'

/**
 * A word with its place in the frame of its own text: `along` grows in the direction in which the text runs,
 * `across` grows downwards from line to line. Rotated text is grouped like upright text this way.
 */
export type PlacedWord = {
  readonly word: Word
  readonly angle: number
  readonly alongStart: number
  readonly alongEnd: number
  /** Where the base line is. */
  readonly across: number
  /** Height of the letters' boxes, in points. */
  readonly size: number
  /** A space that the file spells follows, so that nothing may be joined to the word. */
  readonly endsHard: boolean
}

/** Shares of the letter height. A space that PDFium inferred is believed from the first gap on. */
const minSpace = 0.08
const maxGapInWord = 0.25
const maxStepInWord = 0.5

/** Angles so close to a quarter turn are taken for it: they come from recognised, slightly skewed scans. */
const skewTolerance = 5

type PlacedGlyph = Omit<PlacedWord, 'word' | 'endsHard'> & { readonly glyph: Glyph }

/**
 * Words end at spaces, at gaps, at a change of the base line and at a change of direction. With glyphs,
 * words keep where each of their characters is.
 */
export function groupWords(glyphs: readonly Glyph[], withGlyphs = false): PlacedWord[] {
  const words: PlacedWord[] = []
  let current: PlacedGlyph[] = []
  let space: Glyph['space'] = 'none'

  const finish = () => {
    if (current.length > 0) words.push(toWord(current, space === 'spelt', withGlyphs))
    current = []
    space = 'none'
  }

  for (const glyph of glyphs) {
    if (glyph.space !== 'none') {
      if (space !== 'spelt') space = glyph.space
      continue
    }
    const placed = place(glyph)
    const last = current.at(-1)
    if (last && (space === 'spelt' || isApart(last, placed, space))) finish()
    space = 'none'
    current.push(placed)
  }
  finish()
  return words
}

function isApart(before: PlacedGlyph, after: PlacedGlyph, space: Glyph['space']): boolean {
  if (before.angle !== after.angle) return true
  const size = Math.max(before.size, after.size)
  if (Math.abs(after.across - before.across) > maxStepInWord * size) return true
  if (before.angle % 90 !== 0) return space === 'inferred'
  const gap = Math.max(after.alongStart - before.alongEnd, before.alongStart - after.alongEnd)
  return gap > size * (space === 'inferred' ? minSpace : maxGapInWord)
}

function place(glyph: Glyph): PlacedGlyph {
  const angle = settleAngle(glyph.angle)
  if (angle === 0) {
    const [x0, y0, x1, y1] = glyph.box
    return { glyph, angle, across: glyph.originY, alongStart: x0, alongEnd: x1, size: y1 - y0 }
  }
  const { along, across } = intoTextFrame(angle, glyph.originX, glyph.originY)
  const span = spanOf(angle, glyph.box)
  return { glyph, angle, across, ...(angle % 90 === 0 ? span : slantedSpan(along, glyph.box)) }
}

function settleAngle(angle: number): number {
  const quarter = Math.round(angle / 90) * 90
  return (Math.abs(angle - quarter) <= skewTolerance ? quarter : angle) % 360
}

function intoTextFrame(angle: number, x: number, y: number): { along: number; across: number } {
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return { along: x * cos + y * sin, across: y * cos - x * sin }
}

function spanOf(angle: number, [x0, y0, x1, y1]: Box) {
  const a = intoTextFrame(angle, x0, y0)
  const b = intoTextFrame(angle, x1, y1)
  return {
    alongStart: Math.min(a.along, b.along),
    alongEnd: Math.max(a.along, b.along),
    size: Math.abs(a.across - b.across),
  }
}

/** The upright box around a slanted glyph says little of its width: half its diagonal stands for it. */
function slantedSpan(along: number, [x0, y0, x1, y1]: Box) {
  const diagonal = Math.hypot(x1 - x0, y1 - y0)
  return { alongStart: along, alongEnd: along + diagonal / 2, size: diagonal * 0.8 }
}

function toWord(
  glyphs: readonly PlacedGlyph[],
  endsHard: boolean,
  withGlyphs: boolean,
): PlacedWord {
  const { angle, across, ...first } = glyphs[0]!
  let { alongStart, alongEnd, size } = first
  let [x0, y0, x1, y1] = first.glyph.box
  let text = ''
  // One loop in place of a reduction for each: this runs for every letter of every document.
  for (const placed of glyphs) {
    const { box } = placed.glyph
    text += placed.glyph.text
    if (box[0] < x0) x0 = box[0]
    if (box[1] < y0) y0 = box[1]
    if (box[2] > x1) x1 = box[2]
    if (box[3] > y1) y1 = box[3]
    alongStart = Math.min(alongStart, placed.alongStart)
    alongEnd = Math.max(alongEnd, placed.alongEnd)
    size = Math.max(size, placed.size)
  }
  const word: Word = { text, box: [x0, y0, x1, y1], confidence: 1, origin: 'native' }
  return {
    word: withGlyphs ? { ...word, glyphs: { ...placesOf(glyphs), isSpaced: endsHard } } : word,
    angle,
    alongStart,
    alongEnd,
    across,
    size,
    endsHard,
  }
}

/** A ligature that is spelt out, here or by PDFium, shares its width among its letters. */
function placesOf(glyphs: readonly PlacedGlyph[]): Pick<GlyphRun, 'edges' | 'tops'> {
  const edges: number[] = []
  const tops: number[] = []
  for (let from = 0; from < glyphs.length; ) {
    const { alongStart, alongEnd, glyph } = glyphs[from]!
    let to = from
    let count = 0
    while (glyphs[to]?.alongStart === alongStart && glyphs[to]?.alongEnd === alongEnd)
      count += [...glyphs[to++]!.glyph.text].length
    const { start, end, top } = glyph.edges ?? {
      start: alongStart,
      end: alongEnd,
      top: glyph.box[1],
    }
    const width = (end - start) / count
    for (let i = 0; i < count; i++) {
      edges.push(start + i * width, start + (i + 1) * width)
      tops.push(top)
    }
    from = to
  }
  return { edges, tops }
}

/** Joins two words of one line that touch each other. */
export function joinWords(before: PlacedWord, after: PlacedWord): PlacedWord {
  return {
    ...before,
    word: {
      ...before.word,
      text: before.word.text + after.word.text,
      box: uniteBoxes([before.word.box, after.word.box]),
      ...joinGlyphs(before.word.glyphs, after.word.glyphs),
    },
    alongEnd: Math.max(before.alongEnd, after.alongEnd),
    size: Math.max(before.size, after.size),
    endsHard: after.endsHard,
  }
}

function joinGlyphs(before?: GlyphRun, after?: GlyphRun): { glyphs?: GlyphRun } {
  if (!before || !after) return {}
  const { isSpaced } = after
  const tops = [...(before.tops ?? []), ...(after.tops ?? [])]
  return { glyphs: { edges: [...before.edges, ...after.edges], tops, isSpaced } }
}
