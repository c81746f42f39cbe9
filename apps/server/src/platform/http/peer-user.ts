import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import process from 'node:process'

const socketTables = ['/proc/net/tcp', '/proc/net/tcp6']

/** The table changes while it is read, so that a connection may be missing once. */
const maxAttempts = 3

/**
 * Whether the other end of a loopback connection belongs to our user or to root. True where the
 * system does not tell whose a connection is, which only Linux does.
 */
export async function isPeerTrusted({ remotePort = 0, localPort = 0 }: Socket): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const trustedIds = [0, process.getuid?.()]
  for (let attempt = 1; ; attempt++) {
    const entries = await readSocketTables()
    const userIds = findUsers(entries, { from: remotePort, to: localPort })
    if (userIds.length > 0) return userIds.every((id) => trustedIds.includes(id))
    // Our own end is always listed, unless the table shows no connections at all.
    const isOwnEndListed = findUsers(entries, { from: localPort, to: remotePort }).length > 0
    if (attempt === maxAttempts) return !isOwnEndListed
  }
}

type SocketEntry = { readonly local: string; readonly remote: string; readonly userId: number }

async function readSocketTables(): Promise<SocketEntry[]> {
  const tables = await Promise.all(
    socketTables.map((path) => readFile(path, 'utf8').catch(() => '')),
  )
  return tables.flatMap((table) =>
    table.split('\n').map((line) => {
      const [, local = '', remote = '', , , , , userId] = line.trim().split(/\s+/)
      return { local, remote, userId: Number(userId) }
    }),
  )
}

type Ports = { readonly from: number; readonly to: number }

/** Returns the ids of the users whose loopback connections lead from one port to another. */
const findUsers = (entries: readonly SocketEntry[], { from, to }: Ports): number[] =>
  entries
    .filter(
      ({ local, remote }) =>
        portOf(local) === from && portOf(remote) === to && isLoopbackEntry(local),
    )
    .map(({ userId }) => userId)

const portOf = (entry: string): number => Number.parseInt(entry.split(':')[1] ?? '', 16)

/** Each word of an address is written as the processor reads it, so the last byte comes first. */
const isLoopbackEntry = (entry: string): boolean =>
  /^(?:0{16}FFFF0000)?[\dA-F]{6}7F:|^0{24}01000000:/.test(entry)
