import { type CpuScheduler, openCpuScheduler } from './cpu-scheduler.ts'
import type { HeartbeatMonitor } from './heartbeats.ts'
import { type ItemsInHand, openItemsInHand } from './in-hand.ts'
import {
  type ByPriority,
  type ConcurrencyLimits,
  limitsOfWorker,
  type Share,
  type SlotHandle,
  type SlotOwner,
} from './limits.ts'

export const defaultConcurrencyLimits: ByPriority<ConcurrencyLimits> = {
  awaited: { max: 128, maxOfOrganization: 96, maxOfGroup: 64 },
  batch: { max: 128, maxOfOrganization: 64, maxOfGroup: 16 },
}

/** Permission to run one item in this process. */
export type WorkSlot = {
  readonly workerId: string
  /** The heartbeat of the worker. */
  readonly heartbeat: HeartbeatMonitor
  /** Runs the work of an item and frees the slot when it ends. Call it once. */
  run<T>(itemId: string, work: (slot: SlotHandle, abandon: () => void) => Promise<T>): Promise<T>
  /** Frees a slot that is not needed after all. */
  release(): void
}

/** The worker of this process. */
type RunningWorker = {
  readonly workerId: string
  readonly heartbeat: HeartbeatMonitor
  /** Its part of the limits that hold for all workers together. */
  readonly share: () => Share
}

/**
 * The slots of this process for work that it runs at once. Without a worker there are none, so a
 * process that only serves requests starts no work itself; nor does one that stood still, until its
 * worker has sent a heartbeat again.
 */
export type SlotPool = {
  /** Returns as many slots as are free, at most `count`. */
  acquire(owner: SlotOwner, count: number): readonly WorkSlot[]
}

export type WorkerSlotPool = SlotPool & {
  open(worker: RunningWorker, limits: ByPriority<ConcurrencyLimits>): void
  /** Grants no more slots and aborts all running work. */
  close(): void
  readonly inHand: ItemsInHand
  readonly free: ByPriority<number>
  /** Called whenever a slot becomes free. */
  onFree(notify: () => void): void
}

type SlotPoolOptions = {
  readonly scheduler?: CpuScheduler
  /** Called when a run ends, however it ends. */
  readonly onRunEnd?: (run: EndedRun) => void
}

type EndedRun = { readonly isAwaited: boolean; readonly seconds: number }

export function openSlotPool({
  scheduler = openCpuScheduler(),
  onRunEnd = () => {},
}: SlotPoolOptions = {}): WorkerSlotPool {
  const inHand = openItemsInHand()
  const counts = { awaited: openCount(), batch: openCount() }
  let worker: (RunningWorker & ByPriority<ConcurrencyLimits>) | undefined
  let notifyFree = () => {}

  const acquireOne = (owner: SlotOwner, { workerId, heartbeat }: RunningWorker): WorkSlot => {
    const leave = counts[kindOf(owner)].enter(owner)
    const free = () => {
      if (leave()) notifyFree()
    }
    const { isAwaited } = owner
    const inTurn = isAwaited ? scheduler.runInteractive : scheduler.runBatch
    return {
      workerId,
      heartbeat,
      release: free,
      run: (itemId, work) => {
        const startedAt = performance.now()
        return inHand
          .run(itemId, (signals, abandon) =>
            inTurn(signals.signal, (releaseCpuDuring) =>
              work({ ...signals, releaseCpuDuring, isAwaited }, abandon),
            ),
          )
          .finally(() => {
            free()
            onRunEnd({ isAwaited, seconds: (performance.now() - startedAt) / 1000 })
          })
      },
    }
  }
  // A worker without a fresh heartbeat acquires nothing: others may already count it as dead and
  // would claim the rows that it starts now.
  const liveWorker = () => (worker?.heartbeat.isFresh() ? worker : undefined)
  const roomOf = (kind: Kind) => Math.max(0, (liveWorker()?.[kind].max ?? 0) - counts[kind].total)

  return {
    inHand,
    open(runningWorker, limits) {
      worker = { ...runningWorker, ...limits }
    },
    close() {
      worker = undefined
      inHand.close()
    },
    acquire(owner, wantedCount) {
      const runningWorker = liveWorker()
      if (!runningWorker) return []
      const limits = limitsOfWorker(runningWorker, runningWorker.share())[kindOf(owner)]
      const count = counts[kindOf(owner)]
      const room = Math.min(
        limits.max - count.total,
        limits.maxOfOrganization - count.of(organizationOf(owner)),
        limits.maxOfGroup - count.of(groupOf(owner)),
        wantedCount,
      )
      return Array.from({ length: Math.max(0, room) }, () => acquireOne(owner, runningWorker))
    },
    get free() {
      return { awaited: roomOf('awaited'), batch: roomOf('batch') }
    },
    onFree(notify) {
      notifyFree = notify
    },
  }
}

type Kind = keyof ByPriority<unknown>

const kindOf = ({ isAwaited }: SlotOwner): Kind => (isAwaited ? 'awaited' : 'batch')

const organizationOf = ({ organizationId }: SlotOwner) => `${organizationId}`
const groupOf = ({ organizationId, group }: SlotOwner) => `${organizationId}/${group}`

/** How many are in: of each organization, of each group, and in all. */
function openCount() {
  const counts = new Map<string, number>()
  let total = 0
  const add = (name: string, one: 1 | -1) => {
    const count = (counts.get(name) ?? 0) + one
    if (count === 0) counts.delete(name)
    else counts.set(name, count)
  }
  const addAll = (owner: SlotOwner, one: 1 | -1) => {
    add(organizationOf(owner), one)
    add(groupOf(owner), one)
    total += one
  }
  return {
    get total() {
      return total
    },
    of: (name: string) => counts.get(name) ?? 0,
    /** Returns what ends it: true the first time. */
    enter(owner: SlotOwner): () => boolean {
      addAll(owner, 1)
      let isIn = true
      return () => {
        if (!isIn) return false
        isIn = false
        addAll(owner, -1)
        return true
      }
    },
  }
}
