import type { SemaphorePriority } from './allowances.ts'

/** Lets work in, first come, first served, batches after all others, as far as there is room. */
export type Gate = {
  readonly inside: number
  readonly waiting: number
  readonly room: number
  /** More lets in at once who waits; less lets nobody in until enough have left. */
  setRoom(room: number): void
  run<T>(work: () => Promise<T>, turn?: SemaphorePriority): Promise<T>
}

export function openGate(initialRoom: number): Gate {
  const queue: (() => void)[] = []
  const batches: (() => void)[] = []
  let room = initialRoom
  let insideCount = 0

  const admit = () => {
    while (insideCount < room) {
      const next = queue.shift() ?? batches.shift()
      if (!next) return
      insideCount += 1
      next()
    }
  }

  return {
    get inside() {
      return insideCount
    },
    get waiting() {
      return queue.length + batches.length
    },
    get room() {
      return room
    },
    setRoom(next) {
      room = next
      admit()
    },
    async run(work, { isBatch = false } = {}) {
      const line = isBatch ? batches : queue
      if (insideCount < room && queue.length + line.length === 0) insideCount += 1
      else await new Promise<void>((resolve) => line.push(resolve))
      try {
        return await work()
      } finally {
        insideCount -= 1
        admit()
      }
    },
  }
}
