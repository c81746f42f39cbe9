import type { Box } from '@recto/document-text/model'
import type { Glyph } from './glyph.ts'

/**
 * A glyph with its place in the frame of its own text: `along` grows in the direction in which the text runs,
 * `across` grows downwards from line to line. Rotated text is grouped like upright text this way.
 */
export type PlacedGlyph = {
  readonly glyph: Glyph
  readonly angle: number
  readonly alongStart: number
  readonly alongEnd: number
  /** Position of the base line. */
  readonly baseLine: number
  /** Height of the letter's box, in points. */
  readonly size: number
  /** Size of its font along the line, told by the file or else by the box. */
  readonly em: number
}

/** Angles so close to a quarter turn are taken for it: they come from recognised, slightly skewed scans. */
const skewTolerance = 5
/** The usual size of a font, as a share of the height of its letters' boxes. */
const emOfHeight = 0.87

export function placeGlyph(glyph: Glyph): PlacedGlyph {
  const angle = settleAngle(glyph.angle)
  if (angle === 0) {
    const { box, originX, originY, advance } = glyph
    const [x0, y0, x1, y1] = box
    const size = y1 - y0
    const em = glyph.em || size * emOfHeight
    if (advance === undefined)
      return { glyph, angle, baseLine: originY, alongStart: x0, alongEnd: x1, size, em }
    const isIn = (x: number) => x > x0 && x < x1
    const alongStart = isIn(originX) ? originX : x0
    const alongEnd = isIn(originX + advance) ? originX + advance : x1
    return { glyph, angle, baseLine: originY, alongStart, alongEnd, size, em }
  }
  const { alongOffset, acrossOffset } = intoTextFrame(angle, glyph.originX, glyph.originY)
  const span = angle % 90 === 0 ? spanOf(angle, glyph.box) : slantedSpan(alongOffset, glyph.box)
  return { glyph, angle, baseLine: acrossOffset, ...span, em: glyph.em || span.size * emOfHeight }
}

/**
 * Returns the space between two letters of a line, whichever comes first; negative if they overlap.
 */
export function gapBetween(a: PlacedGlyph, b: PlacedGlyph): number {
  return Math.max(b.alongStart - a.alongEnd, a.alongStart - b.alongEnd)
}

function settleAngle(angle: number): number {
  const quarter = Math.round(angle / 90) * 90
  return (Math.abs(angle - quarter) <= skewTolerance ? quarter : angle) % 360
}

function intoTextFrame(
  angle: number,
  x: number,
  y: number,
): { alongOffset: number; acrossOffset: number } {
  const turn = (angle * Math.PI) / 180
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  return { alongOffset: x * cos + y * sin, acrossOffset: y * cos - x * sin }
}

function spanOf(angle: number, [x0, y0, x1, y1]: Box) {
  const a = intoTextFrame(angle, x0, y0)
  const b = intoTextFrame(angle, x1, y1)
  return {
    alongStart: Math.min(a.alongOffset, b.alongOffset),
    alongEnd: Math.max(a.alongOffset, b.alongOffset),
    size: Math.abs(a.acrossOffset - b.acrossOffset),
  }
}

/** The upright box around a slanted glyph says little of its width: half its diagonal stands for it. */
function slantedSpan(alongOffset: number, [x0, y0, x1, y1]: Box) {
  const diagonal = Math.hypot(x1 - x0, y1 - y0)
  return { alongStart: alongOffset, alongEnd: alongOffset + diagonal / 2, size: diagonal * 0.8 }
}
