import { createServer, type IncomingMessage, type Server } from 'node:http'

/**
 * Hands over the web sockets that are asked for below a path, and nothing else: whatever is no web socket
 * stays a request like any other, so that its gate, its headers and its refusals are those of all others.
 * Returns a server that never listens and has only those.
 */
export function acceptUpgrades(server: Server, path: string): Server {
  const upgrades = createServer()
  const isOurs = ({ url = '', headers }: IncomingMessage) =>
    headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(path)
  Object.assign(server, { shouldUpgradeCallback: isOurs })
  server.on('upgrade', (...asked) => upgrades.emit('upgrade', ...asked))
  return upgrades
}
