/** Limits of items that run at a time. A group is what shares a limit within an organization, such as a workflow. */
export type ConcurrencyLimits = {
  /** The maximum in this process. */
  readonly max: number
  readonly maxOfOrganization: number
  readonly maxOfGroup: number
  /** The limits that each worker has for itself; the others hold for all workers together. */
  readonly ofEachWorker?: readonly SharedLimit[]
}

type SharedLimit = 'maxOfOrganization' | 'maxOfGroup'

/** Items that somebody waits for have slots of their own, so that no batch takes them. */
export type ByPriority<T> = { readonly awaited: T; readonly batch: T }

/** The owner of an item that needs a slot. */
export type SlotOwner = {
  readonly organizationId: number
  readonly group: string
  /** Whether somebody waits for its end. */
  readonly isAwaited: boolean
}

/** A slot as the work that runs in it sees it. */
export type SlotHandle = {
  /** Aborts when the item is cancelled or lost, or when the worker stops. */
  readonly signal: AbortSignal
  /** Aborts only when somebody cancels the item. */
  readonly cancelSignal: AbortSignal
  /**
   * Gives up the CPU turn (see `cpu-scheduler.ts`) while `wait` runs, for work that only waits. Work that
   * somebody waits for needs no turn, so for it this only calls `wait`.
   */
  readonly releaseCpuDuring: <T>(wait: () => Promise<T>) => Promise<T>
  readonly isAwaited: boolean
}

/** The part of a shared limit that belongs to one worker. */
export type Share = {
  /** The number of living workers. */
  readonly count: number
  /** The position of this worker among them, from 0. */
  readonly rank: number
}

/** The share of the only worker. */
export const wholeShare: Share = { count: 1, rank: 0 }

/** Workers that know the same living workers get shares that add up to the whole. */
export function shareOf(workerId: string, workerIds: readonly string[]): Share {
  const sortedIds = [...new Set([...workerIds, workerId])].sort()
  return { count: sortedIds.length, rank: sortedIds.indexOf(workerId) }
}

/**
 * The limits of one worker. Limits that hold for all workers together are divided among them, so that a
 * process that starts work at once need not ask how much the others run.
 */
export function limitsOfWorker(
  limits: ByPriority<ConcurrencyLimits>,
  share: Share,
): ByPriority<ConcurrencyLimits> {
  return changeShared(limits, (limit, isOfEach) => (isOfEach ? limit : partOfLimit(limit, share)))
}

/** The limits of all workers together. */
export function limitsOfAllWorkers(
  limits: ByPriority<ConcurrencyLimits>,
  { count }: Share,
): ByPriority<ConcurrencyLimits> {
  return changeShared(limits, (limit, isOfEach) => (isOfEach ? limit * count : limit))
}

function changeShared(
  { awaited: awaitedLimits, batch }: ByPriority<ConcurrencyLimits>,
  change: (limit: number, isOfEach: boolean) => number,
): ByPriority<ConcurrencyLimits> {
  const changeLimits = ({
    max,
    maxOfOrganization,
    maxOfGroup,
    ofEachWorker = [],
  }: ConcurrencyLimits) => ({
    max,
    maxOfOrganization: change(maxOfOrganization, ofEachWorker.includes('maxOfOrganization')),
    maxOfGroup: change(maxOfGroup, ofEachWorker.includes('maxOfGroup')),
  })
  return { awaited: changeLimits(awaitedLimits), batch: changeLimits(batch) }
}

/** The remainder of the division goes to the workers of the lowest ranks. */
const partOfLimit = (limit: number, { count, rank }: Share) =>
  Math.floor(limit / count) + (rank < limit % count ? 1 : 0)
