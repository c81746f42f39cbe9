import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type OpenPort = {
  /** The same database behind a port of this machine. */
  readonly url: string
  /** Nobody is let in, and whoever is in is thrown out, until it is opened again. */
  shut(): void
  open(): Promise<void>
  close(): Promise<void>
}

/** Servers of tests listen on a socket in a folder; for clients that know ports only. */
export async function openPort(databaseUrl: string): Promise<OpenPort> {
  const address = new URL(databaseUrl)
  const path = `${address.searchParams.get('host')}/.s.PGSQL.5432`
  const all = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(path)
    for (const [one, otherSocket] of [
      [from, to],
      [to, from],
    ] as const) {
      all.add(one)
      one.on('error', () => {})
      one.once('close', () => {
        all.delete(one)
        otherSocket.destroy()
      })
      one.pipe(otherSocket)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `postgresql://${address.username}:none@127.0.0.1:${port}${address.pathname}`
  const shut = () => {
    server.close()
    for (const socket of all) socket.destroy()
  }
  return {
    url,
    shut,
    async open() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async close() {
      shut()
    },
  }
}
