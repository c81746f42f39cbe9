import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { StartupError } from '../app-error.ts'

export type DataLock = {
  release(): Promise<void>
}

/**
 * Creates the data folder, private, and locks it until released or until the process dies, however
 * it dies. Throws `StartupError` if another process holds the lock.
 *
 * The lock is two listening sockets, which the kernel closes with the process. One is abstract (it
 * has no file): of two simultaneous starts, only one gets it. The other is in the folder, for
 * processes that share the folder but not the network, such as two containers; its file may be left
 * behind, but then nobody listens on it. Windows has a named pipe instead of both.
 */
export async function acquireDataLock(dataDir: string): Promise<DataLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = await realpath(dataDir)
  const lockName = lockNameOf(folder, process.platform)
  if (process.platform === 'win32') {
    const server = await lockByName(folder, lockName)
    return { release: () => close(server) }
  }
  const handle = await open(folder)
  const servers: Server[] = []
  const release = async () => {
    await Promise.all(servers.map(close))
    await handle.close()
  }
  try {
    if (process.platform === 'linux') servers.push(await lockByName(folder, lockName))
    servers.push(await lockFile(folder, handle))
  } catch (error) {
    await release()
    throw error
  }
  return { release }
}

/** Returns a name at which only one process can listen, and which ends with it. */
export function lockNameOf(folder: string, platform: NodeJS.Platform): string {
  const isWindows = platform === 'win32'
  // There, capital letters name the same folder as small ones.
  const key = isWindows ? folder.toLowerCase() : folder
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return `${isWindows ? '\\\\.\\pipe\\' : '\0'}recto-data-${hash}`
}

async function lockByName(folder: string, name: string): Promise<Server> {
  const holder = await findHolder(name)
  if (holder !== undefined) throw createInUseError(folder, holder)
  const server = await listen(name)
  if (!server) throw createInUseError(folder, await findHolder(name))
  return server
}

async function lockFile(folder: string, handle: FileHandle): Promise<Server> {
  const path = socketPath(folder, handle)
  const holder = await findHolder(path)
  if (holder !== undefined) throw createInUseError(folder, holder)
  await rm(path, { force: true })
  const server = await listen(path)
  if (!server) throw createInUseError(folder, await findHolder(path))
  return server
}

/** Socket paths are limited to 107 bytes; through the open folder every path is short. */
function socketPath(folder: string, handle: FileHandle): string {
  const base = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : folder
  return join(base, 'recto.lock')
}

/** Returns undefined if another process listens there. */
function listen(path: string): Promise<Server | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Server | undefined>()
  const server = createServer((client) => {
    client.on('error', () => client.destroy())
    client.end(String(process.pid))
  })
  server.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
  )
  server.listen({ path }, () => resolve(server))
  server.unref()
  return promise
}

/**
 * The process id of the listener; empty if it is too busy to reply; undefined if nobody listens.
 */
function findHolder(path: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  let reply: string | undefined
  const client = connect({ path })
  client.setEncoding('utf8').setTimeout(2000, () => client.destroy())
  client.on('connect', () => {
    reply = ''
  })
  client.on('data', (text) => {
    reply += String(text)
  })
  client.on('error', () => client.destroy())
  client.on('close', () => resolve(reply))
  return promise
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function createInUseError(folder: string, holder: string | undefined): StartupError {
  const holderName = holder ? `process ${holder}` : 'another process'
  return new StartupError(
    `Recto is already running in ${folder} (${holderName}). Stop it first, or set RECTO_DATA_DIR to another folder.`,
    { isTemporary: true },
  )
}
