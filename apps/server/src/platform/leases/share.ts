import type { ByPriority, ConcurrencyLimits } from './slot.ts'

/** Which part of a bound that all workers share is a worker's own. */
export type Share = {
  /** Of so many workers that live … */
  readonly count: number
  /** … it is this one, from 0. */
  readonly rank: number
}

/** Of the only worker. */
export const whole: Share = { count: 1, rank: 0 }

/** Every worker that sees the same ones live comes to shares that make a whole. */
export function shareOf(workerId: string, workerIds: readonly string[]): Share {
  const all = [...new Set([...workerIds, workerId])].sort()
  return { count: all.length, rank: all.indexOf(workerId) }
}

/**
 * The bounds of one worker. Those of an organization and of a group hold for all workers together, and are divided, so that
 * whoever starts work at once need not ask what others have in hand.
 */
export function partOf(
  { awaited: awaitedLimits, batch }: ByPriority<ConcurrencyLimits>,
  share: Share,
): ByPriority<ConcurrencyLimits> {
  const own = (bound: number, isOfEach: boolean) => (isOfEach ? bound : partOfBound(bound, share))
  return { awaited: changed(awaitedLimits, own), batch: changed(batch, own) }
}

/** The bounds of all workers together. */
export function limitsOfAll(
  { awaited: awaitedLimits, batch }: ByPriority<ConcurrencyLimits>,
  { count }: Share,
): ByPriority<ConcurrencyLimits> {
  const all = (bound: number, isOfEach: boolean) => (isOfEach ? bound * count : bound)
  return { awaited: changed(awaitedLimits, all), batch: changed(batch, all) }
}

function changed(
  { max, maxOfOrganization, maxOfGroup, ofEachWorker = [] }: ConcurrencyLimits,
  change: (bound: number, isOfEach: boolean) => number,
): ConcurrencyLimits {
  return {
    max,
    maxOfOrganization: change(maxOfOrganization, ofEachWorker.includes('maxOfOrganization')),
    maxOfGroup: change(maxOfGroup, ofEachWorker.includes('maxOfGroup')),
  }
}

/** What cannot be divided goes to the first. */
const partOfBound = (bound: number, { count, rank }: Share) =>
  Math.floor(bound / count) + (rank < bound % count ? 1 : 0)
