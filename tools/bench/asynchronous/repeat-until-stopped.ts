import { setTimeout as sleep } from 'node:timers/promises'

const pauseMilliseconds = 200

/** Repeats a call until it is stopped, and returns the duration of each call, including the last one. */
export function repeatUntilStopped(call: (turn: number) => Promise<unknown>) {
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
  const loopPromise = repeat()
  // stop() reports the error; this prevents an unhandled rejection.
  loopPromise.catch(() => {})
  return {
    async stop(): Promise<number[]> {
      isOver = true
      await loopPromise
      return milliseconds
    },
  }
}
