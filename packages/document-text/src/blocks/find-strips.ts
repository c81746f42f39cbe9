import type { Box } from '../model.ts'

export type GapExtent = readonly [from: number, to: number]

/** An empty strip down a page, over slices that follow each other. */
export type EmptyStrip = {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly last: number
}

/** More strips at once are those of a drawing. */
const maxOpen = 60

/** Unites extents that overlap or touch. */
function uniteExtents(extents: readonly GapExtent[]): GapExtent[] {
  const unitedExtents: [number, number][] = []
  for (const [from, to] of extents.toSorted((a, b) => a[0] - b[0])) {
    const last = unitedExtents.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else unitedExtents.push([from, to])
  }
  return unitedExtents
}

export const extentOf = ([from, , to]: Box): GapExtent => [from, to]

/** Returns the gaps that the extents leave within the bounds, if they are wide enough. */
export function gapsBetween(
  extents: readonly GapExtent[],
  [from, to]: GapExtent,
  minWidth: number,
): GapExtent[] {
  const gaps: GapExtent[] = []
  let start = from
  for (const [left, right] of uniteExtents(extents)) {
    if (left - start >= minWidth) gaps.push([start, left])
    start = Math.max(start, right)
  }
  if (to - start >= minWidth) gaps.push([start, to])
  return gaps
}

/**
 * Grows empty strips downwards from the gaps of each slice, as whitespace covers are (T. Breuel, Two Geometric Algorithms for Layout
 * Analysis, 2002). `slices` are the extents that are taken.
 */
export function growStrips(
  slices: readonly (readonly GapExtent[])[],
  bounds: GapExtent,
  minWidth: number,
): EmptyStrip[] {
  const closedStrips: EmptyStrip[] = []
  let open: EmptyStrip[] = []
  for (const [index, slice] of slices.entries()) {
    const gaps = gapsBetween(slice, bounds, minWidth)
    const grownStrips = gaps.map(
      ([from, to]): EmptyStrip => ({ from, to, first: index, last: index }),
    )
    for (const strip of open) {
      if (!gaps.some(([from, to]) => from <= strip.from && to >= strip.to)) closedStrips.push(strip)
      grownStrips.push(...growInto(gaps, strip, { index, minWidth }))
    }
    open = withoutCovered(grownStrips)
  }
  return [...closedStrips, ...open]
}

type Growth = { readonly index: number; readonly minWidth: number }

/** Returns the parts of a strip that go on in the gaps of the next slice. */
function growInto(
  gaps: readonly GapExtent[],
  strip: EmptyStrip,
  { index, minWidth }: Growth,
): EmptyStrip[] {
  return gaps
    .map(([left, right]): EmptyStrip => {
      const from = Math.max(left, strip.from)
      return { from, to: Math.min(right, strip.to), first: strip.first, last: index }
    })
    .filter(({ from, to }) => to - from >= minWidth)
}

/** Strips that began earlier and are as wide make others superfluous. */
function withoutCovered(strips: readonly EmptyStrip[]): EmptyStrip[] {
  const sorted = strips.toSorted((a, b) => a.first - b.first || b.to - b.from - (a.to - a.from))
  const keptStrips: EmptyStrip[] = []
  for (const strip of sorted) {
    if (keptStrips.length === maxOpen) break
    if (!keptStrips.some(({ from, to }) => from <= strip.from && to >= strip.to))
      keptStrips.push(strip)
  }
  return keptStrips
}
