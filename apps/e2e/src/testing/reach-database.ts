import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Product } from './start-product.ts'

export type ReachedDatabase = {
  readonly host: string
  readonly port: number
  close(): void
}

/** Makes the product's PostgreSQL, which listens only on a socket, available on a local port until closed. */
export async function reachDatabase({ dataDir }: Product): Promise<ReachedDatabase> {
  // PostgreSQL writes its port in the fourth line of this file, and the folder of its socket in the fifth.
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const socket = join(lines[4] ?? '', `.s.PGSQL.${lines[3]}`)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(socket)
    for (const one of [client, database]) {
      open.add(one)
      one.on('error', () => client.destroy())
    }
    client.on('close', () => database.destroy())
    client.pipe(database).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    close() {
      for (const one of open) one.destroy()
      server.close()
    },
  }
}
