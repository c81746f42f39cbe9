import { createServer, type IncomingMessage, type Server } from 'node:http'

/**
 * Separates WebSocket upgrades below a path from the HTTP server. Everything else stays an ordinary
 * request, with the usual hooks, headers and errors. Returns a server that never listens and
 * receives only those upgrades.
 */
export function separateUpgrades(server: Server, path: string): Server {
  const upgrades = createServer()
  const isOurs = ({ url = '', headers }: IncomingMessage) =>
    headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(path)
  Object.assign(server, { shouldUpgradeCallback: isOurs })
  server.on('upgrade', (...args) => upgrades.emit('upgrade', ...args))
  return upgrades
}
