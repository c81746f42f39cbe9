import type { Box } from '../model.ts'

/**
 * How far the lines of a page sink below their places on a straight one. They fall by `slope` for each point
 * that they run; on a bent or a slanted photo that changes from left to right, by `bend`, and from top to
 * bottom, by `fan`, each for a point of the distance from the centre.
 */
export type Warp = {
  readonly slope: number
  readonly bend: number
  readonly fan: number
  readonly centre: readonly [along: number, across: number]
}

const noWarp: Warp = { slope: 0, bend: 0, fan: 0, centre: [0, 0] }

/** A run of words that are on one line for certain. */
export type Phrase = {
  readonly slope: number
  /** Points. */
  readonly run: number
  readonly alongOffset: number
  readonly acrossOffset: number
}

/** A slope below it, 1 point in 500, is noise. */
const minSlope = 0.002
/** Phrases that differ from the middle slope by more were put together wrongly. */
const maxDifference = 0.12
const minPhrases = 12
/** What is expected before looking: how far a bend and a fan change the slope over a point. */
const usualChange = 3e-4

/** Points that a place has sunk. */
export function sinkAt(
  { slope, bend, fan, centre }: Warp,
  alongOffset: number,
  acrossOffset: number,
): number {
  if (bend === 0 && fan === 0) return slope * alongOffset
  const dx = alongOffset - centre[0]
  const dy = acrossOffset - centre[1]
  return slope * alongOffset + (bend * dx * dx) / 2 + fan * dx * dy
}

export function phraseBetween(a: Box, b: Box): Phrase {
  const run = (b[0] + b[2] - a[0] - a[2]) / 2
  const fall = (b[1] + b[3] - a[1] - a[3]) / 2
  return {
    slope: fall / run,
    run: Math.abs(run),
    alongOffset: (a[0] + a[2] + b[0] + b[2]) / 4,
    acrossOffset: (a[1] + a[3] + b[1] + b[3]) / 4,
  }
}

/** The middle one among the slopes, the long phrases counting most: it forgives many mistakes. */
export function findSlope(phrases: readonly Phrase[]): Warp {
  const sorted = phrases.toSorted((a, b) => a.slope - b.slope)
  const half = phrases.reduce((sum, { run }) => sum + run * run, 0) / 2
  let cumulativeWeight = 0
  for (const { slope, run } of sorted) {
    cumulativeWeight += run * run
    if (cumulativeWeight >= half) return Math.abs(slope) < minSlope ? noWarp : { ...noWarp, slope }
  }
  return noWarp
}

/** For photos: the least squares of the slopes over the page, once the wrong phrases are out. */
export function findWarp(phrases: readonly Phrase[]): Warp {
  const straight = findSlope(phrases)
  const good = phrases.filter(({ slope }) => Math.abs(slope - straight.slope) < maxDifference)
  if (good.length < minPhrases) return straight
  const weight = good.reduce((sum, { run }) => sum + run * run, 0)
  const mean = (pick: (phrase: Phrase) => number) =>
    good.reduce((sum, phrase) => sum + pick(phrase) * phrase.run * phrase.run, 0) / weight
  const centre = [
    mean(({ alongOffset }) => alongOffset),
    mean(({ acrossOffset }) => acrossOffset),
  ] as const
  const slope = mean((phrase) => phrase.slope)

  // The means are taken out, so that two unknowns are left; a phrase tells its fall to about a point.
  const doubt = 1 / (usualChange * usualChange * weight)
  const dx = (phrase: Phrase) => phrase.alongOffset - centre[0]
  const dy = (phrase: Phrase) => phrase.acrossOffset - centre[1]
  const xx = mean((phrase) => dx(phrase) ** 2) + doubt
  const yy = mean((phrase) => dy(phrase) ** 2) + doubt
  const xy = mean((phrase) => dx(phrase) * dy(phrase))
  const xs = mean((phrase) => dx(phrase) * (phrase.slope - slope))
  const ys = mean((phrase) => dy(phrase) * (phrase.slope - slope))
  const determinant = xx * yy - xy * xy
  if (determinant <= 0) return straight
  return {
    slope,
    bend: (xs * yy - ys * xy) / determinant,
    fan: (ys * xx - xs * xy) / determinant,
    centre,
  }
}
