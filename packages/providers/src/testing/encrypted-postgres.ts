import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { ownCertificate } from './own-certificate.ts'

/** What a client sends before it speaks encrypted: its length, and the number of the request. */
const wish = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** A server that speaks to a PostgreSQL on a socket of this machine, and asks its own clients to encrypt. */
export async function startEncryptedPostgres(path: string) {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.once('data', (first) => {
      if (!wish.equals(first)) return client.destroy()
      client.write('S')
      const secureSocket = new TLSSocket(client, { isServer: true, ...ownCertificate })
      const postgres = connect(path)
      open.add(postgres)
      secureSocket.pipe(postgres).pipe(secureSocket)
      for (const one of [secureSocket, postgres, client]) one.on('error', () => client.destroy())
      client.on('close', () => postgres.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const one of open) one.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
