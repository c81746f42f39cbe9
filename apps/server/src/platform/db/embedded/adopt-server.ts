import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from './code-of.ts'
import type { Server } from './launch-server.ts'
import { isPrivate } from './make-socket-folder.ts'
import { isRunning, type Postmaster, readPostmaster, untilGone } from './postmaster.ts'
import { removeStalePidFile, stopServer } from './stop-server.ts'
import { urlOf } from './url-of.ts'

/**
 * PostgreSQL outlives a killed product. When one still runs on this folder and answers, it is
 * taken over with all its connections; when it runs but cannot be reached, it is stopped.
 */
export async function adoptServer(clusterFolder: string): Promise<Server | undefined> {
  const postmaster = await readPostmaster(clusterFolder)
  if (!postmaster) return undefined
  if (!isRunning(postmaster, clusterFolder)) {
    await removeStalePidFile(clusterFolder)
    return undefined
  }
  const server = asServer(postmaster)
  if (await accepts(postmaster, clusterFolder)) return server
  await stopServer(server)
  return undefined
}

function asServer({ pid, socketFolder }: Postmaster): Server {
  return { pid, socketFolder, adopted: true, exited: untilGone(pid) }
}

/** One that is still recovering, or already stopping, is waited for. */
async function accepts(postmaster: Postmaster, clusterFolder: string): Promise<boolean> {
  if (!(await isPrivate(postmaster.socketFolder))) return false
  while (isRunning(postmaster, clusterFolder)) {
    const client = new pg.Client({
      connectionString: urlOf(postmaster.socketFolder, 'postgres'),
      connectionTimeoutMillis: 5000,
    })
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      if (codeOf(error) !== cannotConnectNow) return codeOf(error) === tooManyConnections
    }
    await sleep(50)
  }
  return false
}

const cannotConnectNow = '57P03'
const tooManyConnections = '53300'
