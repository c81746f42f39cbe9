import { setTimeout as sleep } from 'node:timers/promises'

const pauseMilliseconds = 200

/** Calls again and again until it is stopped, then says how long each call took; the last may end after that. */
export function repeatMeanwhile(call: (turn: number) => Promise<unknown>) {
  const milliseconds: number[] = []
  let isOver = false
  const repeat = async () => {
    for (let turn = 0; !isOver; turn++) {
      const start = performance.now()
      await call(turn)
      milliseconds.push(performance.now() - start)
      await sleep(pauseMilliseconds)
    }
  }
  const finished = repeat()
  // Told to whoever stops it.
  finished.catch(() => {})
  return {
    async stop(): Promise<number[]> {
      isOver = true
      await finished
      return milliseconds
    },
  }
}
