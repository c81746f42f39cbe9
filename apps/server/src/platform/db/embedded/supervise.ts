import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './launch-server.ts'
import type { Log } from './start-embedded-postgres.ts'
import { stopServer } from './stop-server.ts'

type Given = {
  readonly launch: () => Promise<Server>
  readonly log: Log
  readonly onLost: ((error: unknown) => void) | undefined
}

const longestPause = 5000
const mostRestarts = 5
const within = 60_000

/** Starts the server again when it dies: at most five times a minute, then it is reported lost. */
export function supervise(first: Server, { launch, log, onLost }: Given) {
  let server: Server | undefined = first
  let isStopping = false
  let restarts: number[] = []

  async function keepAlive(): Promise<void> {
    while (server) {
      await server.exited
      if (isStopping) return
      server = await restart()
    }
  }

  async function restart(): Promise<Server | undefined> {
    const now = Date.now()
    restarts = [...restarts.filter((time) => now - time < within), now]
    if (restarts.length > mostRestarts) {
      throw new Error(`PostgreSQL died ${restarts.length} times within a minute.`)
    }
    log.warn(`PostgreSQL died. It is started again (${restarts.length} of ${mostRestarts}).`)
    await sleep(Math.min(longestPause, 50 * 4 ** (restarts.length - 1)), undefined, { ref: false })
    if (isStopping) return undefined
    const restarted = await launch()
    log.info('PostgreSQL runs again.')
    return restarted
  }

  const watching = keepAlive().catch((error) => {
    server = undefined
    log.warn(`PostgreSQL could not be started again: ${error}`)
    onLost?.(error)
  })

  async function stop(): Promise<void> {
    isStopping = true
    // A restart that is under way ends with a server, which the loop then leaves to us.
    const current = server
    if (current) await stopServer(current)
    await watching
    if (server && server !== current) await stopServer(server)
  }

  return { stop }
}
