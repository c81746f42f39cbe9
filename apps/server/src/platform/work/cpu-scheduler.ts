import { availableParallelism } from 'node:os'

type RunOutsideTurn = <T>(wait: () => Promise<T>) => Promise<T>

/**
 * Lets work for which nobody waits compute a few at a time, and one at a time while somebody waits for
 * other work: whoever waits then shares the processor with little. Work gives up its turn while it
 * waits itself, such as for a model, so turns bound nothing but computing.
 */
export type CpuScheduler = {
  /** Runs work for which somebody waits. */
  runInteractive<T>(
    signal: AbortSignal,
    work: (runOutsideTurn: RunOutsideTurn) => Promise<T>,
  ): Promise<T>
  /** Runs other work. When the signal comes, it runs without a turn, so that it can end. */
  runBatch<T>(signal: AbortSignal, work: (runOutsideTurn: RunOutsideTurn) => Promise<T>): Promise<T>
}

/**
 * Milliseconds: who got an answer asks again soon, and would find the processor full of what began in between. Work that
 * is somebody's counts for so long after its end.
 */
const soonAgain = 250

/** For work that hardly computes in this process: it takes no turns. */
export const turnlessScheduler: CpuScheduler = {
  runInteractive: (_signal, work) => work((wait) => wait()),
  runBatch: (_signal, work) => work((wait) => wait()),
}

/** Two for each core: while one asks the database, another computes. */
export function openCpuScheduler(width = 2 * availableParallelism()): CpuScheduler {
  const queue = new Set<() => void>()
  let takenTurns = 0
  let interactiveCount = 0

  const hasRoom = () => takenTurns < (interactiveCount > 0 ? 1 : width)
  const wake = () => {
    for (const begin of queue) {
      if (!hasRoom()) return
      queue.delete(begin)
      begin()
    }
  }
  const take = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const begin = () => {
        takenTurns += 1
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        queue.delete(begin)
        begin()
      }
      if (hasRoom() || signal.aborted) return begin()
      queue.add(begin)
      signal.addEventListener('abort', leave, { once: true })
    })
  const give = () => {
    takenTurns -= 1
    wake()
  }

  return {
    async runInteractive(_signal, work) {
      interactiveCount += 1
      try {
        return await work((wait) => wait())
      } finally {
        setTimeout(() => {
          interactiveCount -= 1
          wake()
        }, soonAgain).unref()
      }
    },
    async runBatch(signal, work) {
      const turn = openTurn({ take: () => take(signal), give })
      await turn.take()
      try {
        return await work(async (wait) => {
          turn.give()
          try {
            return await wait()
          } finally {
            await turn.take()
          }
        })
      } finally {
        turn.give()
      }
    },
  }
}

type Turn = { take(): Promise<void>; give(): void }

/** One piece of work has one turn, however many of its parts wait and compute side by side. */
function openTurn({ take, give }: Turn): Turn {
  let takePromise: Promise<void> | undefined
  let isHeld = false
  return {
    async take() {
      if (isHeld) return
      takePromise ??= take().then(() => {
        takePromise = undefined
        isHeld = true
      })
      await takePromise
    },
    give() {
      if (!isHeld) return
      isHeld = false
      give()
    },
  }
}
