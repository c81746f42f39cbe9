import type { IncomingMessage } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Emptying, openEmptying } from './emptying.ts'

/** Connections on which no request has come yet. */
export function watchFreshConnections(server: Server): Emptying<Socket> {
  const fresh = openEmptying<Socket>()
  server.on('connection', (socket: Socket) => {
    fresh.add(socket)
    socket.once('close', () => fresh.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => fresh.delete(socket))
  return fresh
}

/** In so short a turn nobody can have knocked unheard but by great chance. */
const shortTurnMilliseconds = 0.3
const maxTurns = 200

/**
 * Stops listening, and keeps the connections that were taken. The system lets callers connect before the server takes
 * them, one in each turn of its loop, and cuts off those who still wait for that when it listens no more; so it is
 * done right after a turn in which nobody was taken and that had nothing else to do.
 */
export async function stopListening(server: Server): Promise<void> {
  let taken = 0
  const count = () => {
    taken += 1
  }
  server.prependListener('connection', count)
  await nextTurn()
  for (let turns = 0; turns < maxTurns; turns++) {
    const before = taken
    const begun = performance.now()
    await nextTurn()
    if (taken === before && performance.now() - begun < shortTurnMilliseconds) break
  }
  // The server's own way also ends connections on which nothing has come yet.
  Server.prototype.close.call(server)
  server.off('connection', count)
}
