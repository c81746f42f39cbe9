import type { Glyph } from './glyph.ts'

/** Chinese, Japanese and Korean with their punctuation, which are written downwards too. */
const firstOfEast = 0x2e80
const eastern =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef]/u
/** Limits of the step between two characters, in font sizes. */
const minStep = 0.5
const maxStep = 1.6
const maxShift = 0.3
/** Minimum number of separately drawn characters that form a column. Lists of single characters are not so tight. */
const minAlone = 4
const downwards = 90
/** How far the left edge is from where the base line would be, were the text turned. */
const baseLine = 0.2

/**
 * Text that is written downwards, as if it were turned: PDFium returns its characters upright, one below the other.
 * All other glyphs are returned as they are.
 */
export function turnVertical(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (!glyphs.some(({ text }) => text.charCodeAt(0) >= firstOfEast)) return glyphs
  const turnedGlyphs = [...glyphs]
  let column: number[] = []
  const finish = () => {
    const isColumn = column.length >= minAlone || (column.length > 1 && areOneRun(glyphs, column))
    if (isColumn) for (const index of column) turnedGlyphs[index] = turn(glyphs[index]!)
    column = []
  }
  glyphs.forEach((glyph, index) => {
    if (glyph.space === 'inferred') return
    const last = column.at(-1)
    if (last !== undefined && !isBelow(glyphs[last]!, glyph)) finish()
    if (glyph.space === 'none' && glyph.angle === 0) column.push(index)
  })
  finish()
  return turnedGlyphs
}

function areOneRun(glyphs: readonly Glyph[], column: readonly number[]): boolean {
  const { run } = glyphs[column[0]!]!
  return run !== 0 && column.every((index) => glyphs[index]!.run === run)
}

function isBelow(upper: Glyph, lower: Glyph): boolean {
  if (lower.space !== 'none' || lower.angle !== 0 || upper.em === 0) return false
  const step = (lower.originY - upper.originY) / upper.em
  if (step < minStep || step > maxStep) return false
  if (Math.abs(middleOf(lower) - middleOf(upper)) > maxShift * upper.em) return false
  return (upper.run === lower.run && upper.run !== 0) || (isEastern(upper) && isEastern(lower))
}

function isEastern({ text }: Glyph): boolean {
  return text.charCodeAt(0) >= firstOfEast && eastern.test(text)
}

function middleOf({ box }: Glyph): number {
  return (box[0] + box[2]) / 2
}

function turn(glyph: Glyph): Glyph {
  const [x0, , x1] = glyph.box
  return { ...glyph, angle: downwards, originX: x0 + baseLine * (x1 - x0), edges: undefined }
}
