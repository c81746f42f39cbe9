import type { IncomingMessage } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createDrainableSet, type DrainableSet } from './drainable-set.ts'

/** Tracks connections on which no request has arrived yet. */
export function watchFreshConnections(server: Server): DrainableSet<Socket> {
  const fresh = createDrainableSet<Socket>()
  server.on('connection', (socket: Socket) => {
    fresh.add(socket)
    socket.once('close', () => fresh.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => fresh.delete(socket))
  return fresh
}

/**
 * In such a short iteration of the event loop, hardly any connection can have arrived unnoticed.
 */
const shortIterationMilliseconds = 0.3
const maxIterations = 200

/**
 * Stops listening and keeps accepted connections. The system completes connections before the
 * server accepts them, one per iteration of the event loop, and drops pending ones when the server
 * stops listening; so this waits for an iteration in which none arrived and that had nothing else
 * to do.
 */
export async function stopListening(server: Server): Promise<void> {
  let acceptedCount = 0
  const countConnection = () => {
    acceptedCount += 1
  }
  server.prependListener('connection', countConnection)
  await nextTurn()
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const acceptedBefore = acceptedCount
    const startedAt = performance.now()
    await nextTurn()
    if (
      acceptedCount === acceptedBefore &&
      performance.now() - startedAt < shortIterationMilliseconds
    )
      break
  }
  // `close` of an HTTP server would also end connections without a request.
  Server.prototype.close.call(server)
  server.off('connection', countConnection)
}
