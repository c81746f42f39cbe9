import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port that nobody has right now, for a process that is to come back where it was. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const closePromise = once(server, 'close')
  server.close()
  await closePromise
  return port
}
