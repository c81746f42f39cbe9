import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './launch-server.ts'
import type { ServerLog } from './log.ts'
import { askToStop, stopServer } from './stop-server.ts'

type Given = {
  readonly launch: () => Promise<Server>
  readonly log: ServerLog
  readonly onLost: ((error: unknown) => void) | undefined
}

/** Milliseconds: callers are refused meanwhile. */
const maxPause = 1000
const maxRestarts = 10
/** Milliseconds. One that served for longer was well: what ended it came from outside, and is no reason to wait. */
const shortLife = 2000

/**
 * Starts the server again when it dies, after longer and longer pauses while it dies as soon as it runs: after the
 * tenth such death in a row it is reported lost.
 */
export function supervise(first: Server, { launch, log, onLost }: Given) {
  let running: Server | undefined = first
  let isStopping = false
  let deathsInARow = 0

  async function keepAlive(): Promise<void> {
    while (running) {
      const start = performance.now()
      await running.exited
      running = undefined
      if (isStopping) return
      running = await restart(performance.now() - start)
      if (isStopping && running) await stopServer(running)
    }
  }

  async function restart(lived: number): Promise<Server | undefined> {
    deathsInARow = lived < shortLife ? deathsInARow + 1 : 1
    if (deathsInARow > maxRestarts) {
      throw new Error(`PostgreSQL died ${deathsInARow} times in a row.`)
    }
    log.warn(`PostgreSQL died. It is started again (${deathsInARow} of ${maxRestarts} in a row).`)
    await sleep(Math.min(maxPause, 50 * 4 ** (deathsInARow - 1)))
    if (isStopping) return undefined
    const restarted = await launch()
    log.info('PostgreSQL runs again.')
    return restarted
  }

  const watching = keepAlive().catch((error) => {
    log.warn(`PostgreSQL could not be started again: ${error}`)
    onLost?.(error)
  })

  async function stop(): Promise<void> {
    isStopping = true
    if (running) await stopServer(running)
    // A restart that is under way stops what it has started.
    await watching
  }

  function halt(): void {
    isStopping = true
    if (running) askToStop(running)
  }

  return { stop, halt }
}
