import type { Box } from '../model.ts'

/** From, to. */
export type Extent = readonly [from: number, to: number]

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
export function uniteExtents(extents: readonly Extent[]): Extent[] {
  const united: [number, number][] = []
  for (const [from, to] of extents.toSorted((a, b) => a[0] - b[0])) {
    const last = united.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else united.push([from, to])
  }
  return united
}

export const extentOf = ([from, , to]: Box): Extent => [from, to]

/** What the extents leave free within the bounds, if it is wide enough. */
export function gapsBetween(
  extents: readonly Extent[],
  [from, to]: Extent,
  minWidth: number,
): Extent[] {
  const gaps: Extent[] = []
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
  slices: readonly (readonly Extent[])[],
  bounds: Extent,
  minWidth: number,
): EmptyStrip[] {
  const closed: EmptyStrip[] = []
  let open: EmptyStrip[] = []
  for (const [index, slice] of slices.entries()) {
    const gaps = gapsBetween(slice, bounds, minWidth)
    const grown = gaps.map(([from, to]): EmptyStrip => ({ from, to, first: index, last: index }))
    for (const strip of open) {
      if (!gaps.some(([from, to]) => from <= strip.from && to >= strip.to)) closed.push(strip)
      grown.push(...growInto(gaps, strip, { index, minWidth }))
    }
    open = withoutCovered(grown)
  }
  return [...closed, ...open]
}

type Growth = { readonly index: number; readonly minWidth: number }

/** What of a strip goes on in the gaps of the next slice. */
function growInto(
  gaps: readonly Extent[],
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
  const kept: EmptyStrip[] = []
  for (const strip of sorted) {
    if (kept.length === maxOpen) break
    if (!kept.some(({ from, to }) => from <= strip.from && to >= strip.to)) kept.push(strip)
  }
  return kept
}
