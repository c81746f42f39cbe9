import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { StartRefused } from '../start-refused.ts'

export type DataLock = {
  release(): Promise<void>
}

/**
 * Makes the data folder, private, and holds it until released or until the process dies, however
 * it dies. Throws `StartRefused` when another process holds it.
 *
 * The lock is two listening sockets, which the kernel closes with the process. One has no file:
 * of two starts at once, only one gets it. The other lies in the folder, for processes that share
 * the folder but not the network, such as two containers; its file may be left behind, and nobody
 * listens on it then.
 */
export async function takeDataLock(dataDir: string): Promise<DataLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = await realpath(dataDir)
  const handle = await open(folder)
  const servers: Server[] = []
  const release = async () => {
    await Promise.all(servers.map(close))
    await handle.close()
  }
  try {
    if (process.platform === 'linux') servers.push(await holdName(folder))
    servers.push(await holdFile(folder, handle))
  } catch (error) {
    await release()
    throw error
  }
  return { release }
}

async function holdName(folder: string): Promise<Server> {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 32)
  const name = `\0recto-data-${hash}`
  const server = await listen(name)
  if (!server) throw inUse(folder, await askHolder(name))
  return server
}

async function holdFile(folder: string, handle: FileHandle): Promise<Server> {
  const path = socketPath(folder, handle)
  const holder = await askHolder(path)
  if (holder !== undefined) throw inUse(folder, holder)
  await rm(path, { force: true })
  const server = await listen(path)
  if (!server) throw inUse(folder, await askHolder(path))
  return server
}

/** Paths of sockets end at 107 bytes; through the open folder every path is short. */
function socketPath(folder: string, handle: FileHandle): string {
  const base = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : folder
  return join(base, 'recto.lock')
}

/** Nothing when somebody else listens there. */
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

/** The process id of who listens; empty if it is too busy to say; nothing if nobody listens. */
function askHolder(path: string): Promise<string | undefined> {
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

function inUse(folder: string, holder: string | undefined): StartRefused {
  const who = holder ? `process ${holder}` : 'another process'
  return new StartRefused(
    `Recto already runs on ${folder} (${who}). Stop it first, or set RECTO_DATA_DIR to another folder.`,
  )
}
