import type { Box } from '@recto/document-text/model'
import { type Colour, white } from '../../images/colour.ts'
import type { Paints } from './paints.ts'

export type FillColour = { readonly colour: Colour; readonly alpha: number }

export const opaque = 255
/** Levels of 255 between a text and what is behind it, in its clearest colour: with more it needs no look. */
const plainContrast = 60
/** Places along a text where what is behind it is looked up. */
const mostPlaces = 12
/** Points between them. */
const step = 20

/** Whether its colour differs plainly from everything that is painted behind it. */
export function standsOut(
  { colour, alpha }: FillColour,
  [x0, y0, x1, y1]: Box,
  paints: Pick<Paints, 'at'>,
): boolean {
  const isUpright = x1 - x0 >= y1 - y0
  const places = Math.max(1, Math.min(mostPlaces, Math.ceil(Math.max(x1 - x0, y1 - y0) / step)))
  for (let i = 0; i < places; i++) {
    const along = (i + 0.5) / places
    const [x, y] = isUpright
      ? [x0 + along * (x1 - x0), (y0 + y1) / 2]
      : [(x0 + x1) / 2, y0 + along * (y1 - y0)]
    const isClear = coloursAt(paints, x, y).every(
      (behind) => behind && contrastOf(colour, behind) * (alpha / opaque) >= plainContrast,
    )
    if (!isClear) return false
  }
  return true
}

/** All that may be behind a place. */
function coloursAt(
  paints: Pick<Paints, 'at'>,
  x: number,
  y: number,
): readonly (Colour | undefined)[] {
  const behind = paints.at(x, y)
  const colours = behind.map(({ colour }) => colour)
  return behind.at(-1)?.isWhole ? colours : [...colours, white]
}

function contrastOf(a: Colour, b: Colour): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]))
}
