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
  let inside = 0

  const admit = () => {
    while (inside < room) {
      const next = queue.shift() ?? batches.shift()
      if (!next) return
      inside += 1
      next()
    }
  }

  return {
    get inside() {
      return inside
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
      if (inside < room && queue.length + line.length === 0) inside += 1
      else await new Promise<void>((resolve) => line.push(resolve))
      try {
        return await work()
      } finally {
        inside -= 1
        admit()
      }
    },
  }
}
