/** Bounds of rows in hand. A group is what shares a bound within an organization, such as a workflow. */
export type ConcurrencyLimits = {
  /** In this process. */
  readonly max: number
  readonly maxOfOrganization: number
  readonly maxOfGroup: number
  /** Bounds of which each worker has one of its own, so that more workers hold more; the others hold for all together. */
  readonly ofEachWorker?: readonly SharedBound[]
}

type SharedBound = 'maxOfOrganization' | 'maxOfGroup'

/** Rows for which somebody waits have slots of their own, so that no batch takes them. */
export type ByPriority<T> = { readonly awaited: T; readonly batch: T }

/** The owner of work that needs a slot. */
export type SlotOwner = {
  readonly organizationId: number
  readonly group: string
  /** Whether somebody waits for its end. */
  readonly isAwaited: boolean
}

/** A slot as the work that runs in it sees it. */
export type SlotHandle = {
  readonly signal: AbortSignal
  /**
   * Gives up the CPU turn (see `turns.ts`) while `wait` runs, for work that only waits. Work that
   * somebody waits for needs no turn, so for it this only calls `wait`.
   */
  readonly releaseCpuDuring: <T>(wait: () => Promise<T>) => Promise<T>
  readonly isAwaited: boolean
}
