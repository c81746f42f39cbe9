import type { Box } from '@recto/document-text/model'
import { type Colour, white } from '../../images/colour.ts'
import { type FillColour, opaque } from './fill-colour.ts'
import type { Paints } from './paints.ts'

/** Levels of 255 between a text and what is behind it, in its clearest colour: with more it needs no look. */
export const plainContrast = 60
/** What differs less is seen by nobody. */
export const seenContrast = 20
/** Places along a text where what is behind it is looked up. */
const mostPlaces = 12
/** Points between them. */
const step = 20

type Painted = Pick<Paints, 'at'>

/** Whether its colour differs plainly from everything that is painted behind it. */
export function standsOut({ colour, alpha }: FillColour, box: Box, paints: Painted): boolean {
  const places = placesOn(box)
  for (let i = 0; i < places; i++) {
    const isClear = coloursAlong(paints, box, (i + 0.5) / places).every(
      (behind) => behind && contrastOf(colour, behind) * (alpha / opaque) >= plainContrast,
    )
    if (!isClear) return false
  }
  return true
}

export type TextColours = { readonly text: Colour; readonly behind: Colour }

/** The colour that a text shows within a box, and that behind it; `undefined` where there are several, or one that is not known. */
export function coloursWithin(
  { colour, alpha }: FillColour,
  box: Box,
  paints: Painted,
): TextColours | undefined {
  if (alpha !== opaque) return undefined
  let behind: Colour | undefined
  const places = placesOn(box)
  for (let i = 0; i < places; i++)
    for (const one of coloursAlong(paints, box, (i + 0.5) / places)) {
      if (!one || contrastOf(one, behind ?? one) > 0) return undefined
      behind = one
    }
  return behind && { text: colour, behind }
}

function placesOn([x0, y0, x1, y1]: Box): number {
  return Math.max(1, Math.min(mostPlaces, Math.ceil(Math.max(x1 - x0, y1 - y0) / step)))
}

/** All that may be behind one of the places along a text. */
function coloursAlong(
  paints: Painted,
  [x0, y0, x1, y1]: Box,
  along: number,
): readonly (Colour | undefined)[] {
  const isUpright = x1 - x0 >= y1 - y0
  return isUpright
    ? coloursAt(paints, x0 + along * (x1 - x0), (y0 + y1) / 2)
    : coloursAt(paints, (x0 + x1) / 2, y0 + along * (y1 - y0))
}

function coloursAt(paints: Painted, x: number, y: number): readonly (Colour | undefined)[] {
  const behind = paints.at(x, y)
  const colours = behind.map(({ colour }) => colour)
  return behind.at(-1)?.isWhole ? colours : [...colours, white]
}

function contrastOf(a: Colour, b: Colour): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]))
}
