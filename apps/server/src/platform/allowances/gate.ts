/** Lets work in, first come, first served, as far as there is room. */
export type Gate = {
  readonly inside: number
  readonly waiting: number
  readonly room: number
  /** More lets in at once who waits; less lets nobody in until enough have left. */
  setRoom(room: number): void
  run<T>(work: () => Promise<T>): Promise<T>
}

export function openGate(initialRoom: number): Gate {
  const queue: (() => void)[] = []
  let room = initialRoom
  let inside = 0

  const admit = () => {
    while (inside < room) {
      const next = queue.shift()
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
      return queue.length
    },
    get room() {
      return room
    },
    setRoom(next) {
      room = next
      admit()
    },
    async run(work) {
      if (inside < room && queue.length === 0) inside += 1
      else await new Promise<void>((resolve) => queue.push(resolve))
      try {
        return await work()
      } finally {
        inside -= 1
        admit()
      }
    },
  }
}
