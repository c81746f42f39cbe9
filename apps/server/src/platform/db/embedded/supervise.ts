import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './launch-server.ts'
import type { ServerLog } from './log.ts'
import { askToStop, stopServer } from './stop-server.ts'

type Given = {
  readonly launch: () => Promise<Server>
  readonly log: ServerLog
  readonly onLost: ((error: unknown) => void) | undefined
}

const maxPause = 5000
const maxRestarts = 5
const within = 60_000

/** Starts the server again when it dies: at most five times a minute, then it is reported lost. */
export function supervise(first: Server, { launch, log, onLost }: Given) {
  let running: Server | undefined = first
  let isStopping = false
  let restarts: number[] = []

  async function keepAlive(): Promise<void> {
    while (running) {
      await running.exited
      running = undefined
      if (isStopping) return
      running = await restart()
      if (isStopping && running) await stopServer(running)
    }
  }

  async function restart(): Promise<Server | undefined> {
    const now = Date.now()
    restarts = [...restarts.filter((time) => now - time < within), now]
    if (restarts.length > maxRestarts) {
      throw new Error(`PostgreSQL died ${restarts.length} times within a minute.`)
    }
    log.warn(`PostgreSQL died. It is started again (${restarts.length} of ${maxRestarts}).`)
    await sleep(Math.min(maxPause, 50 * 4 ** (restarts.length - 1)))
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
