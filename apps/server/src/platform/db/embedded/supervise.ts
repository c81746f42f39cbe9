import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerLog } from './launch-server.ts'
import type { Server } from './server.ts'
import { requestServerStop, stopServer } from './stop-server.ts'

type SuperviseOptions = {
  readonly launch: () => Promise<Server>
  readonly log: ServerLog
  readonly onLost: ((error: unknown) => void) | undefined
}

/** Maximum pause in milliseconds; requests fail meanwhile. */
const maxPauseMilliseconds = 1000
const maxRestarts = 10
/** A server that cannot be killed does not hold up the program any longer. */
const maxStopMilliseconds = 30_000
/**
 * A server that ran longer was healthy: its death has an external cause and is no reason to wait.
 */
const minHealthyMilliseconds = 2000

/**
 * Restarts the server when it dies, after growing pauses if it dies right after starting. After ten
 * such deaths in a row it is reported lost.
 */
export function supervise(first: Server, { launch, log, onLost }: SuperviseOptions) {
  let server: Server | undefined = first
  let isStopping = false
  let deathsInARow = 0

  async function keepAlive(): Promise<void> {
    while (server) {
      const start = performance.now()
      await server.exited
      server = undefined
      if (isStopping) return
      server = await restart(performance.now() - start)
      if (isStopping && server) await stopServer(server)
    }
  }

  async function restart(uptime: number): Promise<Server | undefined> {
    deathsInARow = uptime < minHealthyMilliseconds ? deathsInARow + 1 : 1
    if (deathsInARow > maxRestarts) {
      throw new Error(`PostgreSQL stopped unexpectedly ${deathsInARow} times in a row.`)
    }
    log.warn(
      `PostgreSQL stopped unexpectedly. It is being restarted (${deathsInARow} of ${maxRestarts} restarts in a row).`,
    )
    await sleep(Math.min(maxPauseMilliseconds, 50 * 4 ** (deathsInARow - 1)))
    if (isStopping) return undefined
    const newServer = await launch()
    log.info('PostgreSQL is running again.')
    return newServer
  }

  const supervision = keepAlive().catch((error) => {
    log.warn(`PostgreSQL could not be restarted: ${error}`)
    onLost?.(error)
  })

  async function stop(): Promise<void> {
    isStopping = true
    if (server) await stopServer(server)
    // A restart in progress stops what it has started. Watching a server that is not our child does not keep the
    // program alive, and this wait does.
    const wait = new AbortController()
    const timeout = sleep(maxStopMilliseconds, undefined, { signal: wait.signal })
    await Promise.race([supervision, timeout.catch(() => {})])
    wait.abort()
  }

  function requestStop(): void {
    isStopping = true
    if (server) requestServerStop(server)
  }

  return { stop, halt: requestStop }
}
