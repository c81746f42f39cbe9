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

/** Rows for which somebody waits have places of their own, so that no batch takes them. */
export type ByPriority<T> = { readonly awaited: T; readonly batch: T }

/** Whose work wants a place. */
export type SlotOwner = {
  readonly organizationId: number
  readonly group: string
  /** Whether somebody waits for its end. */
  readonly isAwaited: boolean
}

/** What work in a place knows of it. */
export type SlotHandle = {
  readonly signal: AbortSignal
  /** Waits for something outside of this process's loop, meanwhile others may have the turn. */
  readonly releaseCpuDuring: <T>(wait: () => Promise<T>) => Promise<T>
  readonly isAwaited: boolean
}
