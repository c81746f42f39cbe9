import type { Box } from '@recto/document-text/model'
import { type Colour, white } from '../../images/colour.ts'
import { type FillColour, opaque } from './fill-colour.ts'
import type { Paints } from './paints.ts'

/**
 * Contrast between a text and its background, in levels of 255 of the most different channel, above
 * which no rendering is needed.
 */
export const plainContrast = 60
/** Contrast below which nobody sees a difference. */
export const seenContrast = 20
/** Maximum number of points along a text where its background is looked up. */
const maxSamples = 12
/** Distance between them, in points. */
const sampleDistance = 20

type PaintLookup = Pick<Paints, 'at'>

/** Whether the colour of a text differs clearly from everything painted behind it. */
export function hasPlainContrast(
  { colour, alpha }: FillColour,
  box: Box,
  paints: PaintLookup,
): boolean {
  const samples = countSamples(box)
  for (let i = 0; i < samples; i++) {
    const isClear = findColoursAlong(paints, box, (i + 0.5) / samples).every(
      (background) =>
        background && measureContrast(colour, background) * (alpha / opaque) >= plainContrast,
    )
    if (!isClear) return false
  }
  return true
}

export type TextColours = { readonly text: Colour; readonly behind: Colour }

/**
 * Returns the colours of a text and of its background within a box; `undefined` where there are
 * several, or an unknown one.
 */
export function findColoursWithin(
  { colour, alpha }: FillColour,
  box: Box,
  paints: PaintLookup,
): TextColours | undefined {
  if (alpha !== opaque) return undefined
  let background: Colour | undefined
  const samples = countSamples(box)
  for (let i = 0; i < samples; i++)
    for (const candidate of findColoursAlong(paints, box, (i + 0.5) / samples)) {
      if (!candidate || measureContrast(candidate, background ?? candidate) > 0) return undefined
      background = candidate
    }
  return background && { text: colour, behind: background }
}

function countSamples([x0, y0, x1, y1]: Box): number {
  return Math.max(1, Math.min(maxSamples, Math.ceil(Math.max(x1 - x0, y1 - y0) / sampleDistance)))
}

/** Returns all colours that may be behind one point along a text. */
function findColoursAlong(
  paints: PaintLookup,
  [x0, y0, x1, y1]: Box,
  share: number,
): readonly (Colour | undefined)[] {
  const isUpright = x1 - x0 >= y1 - y0
  return isUpright
    ? findColoursAt(paints, x0 + share * (x1 - x0), (y0 + y1) / 2)
    : findColoursAt(paints, (x0 + x1) / 2, y0 + share * (y1 - y0))
}

function findColoursAt(paints: PaintLookup, x: number, y: number): readonly (Colour | undefined)[] {
  const paintsBehind = paints.at(x, y)
  const colours = paintsBehind.map(({ colour }) => colour)
  return paintsBehind.at(-1)?.isWhole ? colours : [...colours, white]
}

function measureContrast(a: Colour, b: Colour): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]))
}
