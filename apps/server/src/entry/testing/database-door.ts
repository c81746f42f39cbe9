import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export type DatabaseDoor = AsyncDisposable & {
  /** URL of the same database, through the proxy. */
  readonly url: string
  /** Connections that were tried so far, also those that led to no server. */
  attempts(): number
  /**
   * Open lets everything through. Refusing cuts every connection off, at once and also new ones; frozen keeps them, and
   * takes new ones, but nothing comes through until it is opened again.
   */
  set(state: DoorState): void
}

type DoorState = 'open' | 'refusing' | 'frozen'

/**
 * A TCP port in front of a server's Unix socket, as a PostgreSQL of another machine has one. It counts
 * who knocks; without a server behind it, every connection is cut off at once.
 */
export async function openDatabaseDoor(serverUrl: string, database: string): Promise<DatabaseDoor> {
  const socket = join(new URL(serverUrl).searchParams.get('host') ?? '', '.s.PGSQL.5432')
  /** Each with the one at the other side. */
  const open = new Map<Socket, Socket>()
  let attempts = 0
  let state: DoorState = 'open'
  const door = createServer((clientSocket) => {
    attempts += 1
    if (state === 'refusing') return void clientSocket.on('error', () => {}).destroy()
    const serverSocket = connect(socket)
    for (const [one, otherSocket] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      open.set(one, otherSocket)
      one.on('error', () => otherSocket.destroy())
      one.on('close', () => {
        open.delete(one)
        otherSocket.destroy()
      })
      if (state === 'open') one.pipe(otherSocket)
    }
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const { port } = door.address() as AddressInfo
  return {
    url: `postgresql://recto@127.0.0.1:${port}/${database}`,
    attempts: () => attempts,
    set(next) {
      state = next
      for (const [one, otherSocket] of open) {
        one.unpipe()
        if (state === 'open') one.pipe(otherSocket)
        if (state === 'refusing') one.destroy()
      }
    },
    async [Symbol.asyncDispose]() {
      const closePromise = once(door, 'close')
      door.close()
      for (const one of open.keys()) one.destroy()
      await closePromise
    },
  }
}
