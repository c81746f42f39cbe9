export type SemaphorePriority = {
  /** Whether nobody waits for the work; then it starts after work that somebody waits for. */
  readonly isBackground?: boolean | undefined
}

/** Starts work in the order of its arrival, and batches after everything else, while slots are free. */
export type Semaphore = {
  readonly runningCount: number
  readonly waitingCount: number
  readonly slots: number
  /** More slots start waiting work at once; with fewer, nothing starts until enough work has ended. */
  setSlots(slots: number): void
  run<T>(work: () => Promise<T>, priority?: SemaphorePriority): Promise<T>
}

export function openSemaphore(initialSlots: number): Semaphore {
  const interactiveQueue: (() => void)[] = []
  const batchQueue: (() => void)[] = []
  let slots = initialSlots
  let runningCount = 0

  const startWaiting = () => {
    while (runningCount < slots) {
      const start = interactiveQueue.shift() ?? batchQueue.shift()
      if (!start) return
      runningCount += 1
      start()
    }
  }

  return {
    get runningCount() {
      return runningCount
    },
    get waitingCount() {
      return interactiveQueue.length + batchQueue.length
    },
    get slots() {
      return slots
    },
    setSlots(next) {
      slots = next
      startWaiting()
    },
    async run(work, { isBackground = false } = {}) {
      const queue = isBackground ? batchQueue : interactiveQueue
      if (runningCount < slots && interactiveQueue.length + queue.length === 0) runningCount += 1
      else await new Promise<void>((resolve) => queue.push(resolve))
      try {
        return await work()
      } finally {
        runningCount -= 1
        startWaiting()
      }
    },
  }
}

/**
 * Limits how much work of each name, such as the calls of one adapter, runs at a time in all processes
 * together. Each process holds some of the slots, so no single piece of work asks the database.
 */
export type DistributedSemaphore = {
  /** Runs the work when a slot of its name is free. Work that waits holds no slot of another name. */
  run<T>(name: string, work: () => Promise<T>, priority?: SemaphorePriority): Promise<T>
}

export type ClosableSemaphore = DistributedSemaphore & {
  /** Returns the slots of this process. */
  close(): Promise<void>
}
