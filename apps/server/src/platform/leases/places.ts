import { type InHand, openInHand, type RowRun } from './in-hand.ts'
import type { Pulse } from './pulse.ts'

type PlaceLimits = {
  readonly max: number
  /** Of one organization, in this process. */
  readonly maxOfOrganization: number
}

/** Room for one row of leased work in this process. */
export type WorkPlace = {
  readonly workerId: string
  /** The worker's. */
  readonly pulse: Pulse
  /** Runs the row's work and frees the place when it ends. Call it once. */
  run<T>(leaseId: string, work: RowRun<T>): Promise<T>
  /** Frees a place that is not needed after all. */
  free(): void
}

type PlacesOwner = { readonly workerId: string; readonly pulse: Pulse }

/**
 * The places of this process for work that it runs at once. Without a worker there is none, so a
 * process that only serves starts nothing itself.
 */
export type Places = {
  /** As many as there is room for, at most `count`. */
  take(organizationId: number, count: number): readonly WorkPlace[]
}

export type WorkerPlaces = Places & {
  open(worker: PlacesOwner, limits: PlaceLimits): void
  /** Gives no more places and aborts all that is in hand. */
  close(): void
  readonly inHand: InHand
  readonly freeCount: number
  /** Called whenever a place becomes free. */
  onFree(notify: () => void): void
}

export function openPlaces(): WorkerPlaces {
  const inHand = openInHand()
  const count = openCount()
  let worker: (PlacesOwner & PlaceLimits) | undefined
  let notifyFree = () => {}

  const takeOne = (organizationId: number, { workerId, pulse }: PlacesOwner): WorkPlace => {
    const leave = count.enter(organizationId)
    const free = () => {
      if (leave()) notifyFree()
    }
    return {
      workerId,
      pulse,
      free,
      run: (leaseId, work) => inHand.run(leaseId, work).finally(free),
    }
  }

  return {
    inHand,
    open(owner, limits) {
      worker = { ...owner, ...limits }
    },
    close() {
      worker = undefined
      inHand.close()
    },
    take(organizationId, wanted) {
      if (!worker) return []
      const owner = worker
      const { max, maxOfOrganization } = owner
      const room = Math.min(max - count.total, maxOfOrganization - count.of(organizationId), wanted)
      return Array.from({ length: Math.max(0, room) }, () => takeOne(organizationId, owner))
    },
    get freeCount() {
      return worker ? Math.max(0, worker.max - count.total) : 0
    },
    onFree(notify) {
      notifyFree = notify
    },
  }
}

/** How many are in, of each organization and in all. */
function openCount() {
  const counts = new Map<number, number>()
  let total = 0
  return {
    get total() {
      return total
    },
    of: (organizationId: number) => counts.get(organizationId) ?? 0,
    /** Returns what ends it: true the first time. */
    enter(organizationId: number): () => boolean {
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1)
      total += 1
      let isIn = true
      return () => {
        if (!isIn) return false
        isIn = false
        total -= 1
        const left = (counts.get(organizationId) ?? 1) - 1
        if (left === 0) counts.delete(organizationId)
        else counts.set(organizationId, left)
        return true
      }
    },
  }
}
