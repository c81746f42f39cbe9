import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { getErrorCode } from '../../describe-failure.ts'
import { isRunning, type Postmaster, readPostmaster, waitForExit } from './postmaster.ts'
import { createStillRecoveringError, maxRecoverySeconds } from './recovery.ts'
import type { Server } from './server.ts'
import { getSuperuserUrl, isPrivate } from './socket-folder.ts'
import { removeStalePidFile, stopServer } from './stop-server.ts'

/**
 * PostgreSQL outlives a killed product. If a server still runs on this folder and responds, it is
 * adopted with all its connections; if it runs but cannot be reached, it is stopped.
 */
export async function adoptServer(clusterFolder: string): Promise<Server | undefined> {
  const postmaster = await readPostmaster(clusterFolder)
  if (!postmaster) return undefined
  if (!isRunning(postmaster, clusterFolder)) {
    await removeStalePidFile(clusterFolder)
    return undefined
  }
  const server = asServer(postmaster)
  if (await acceptsConnections(postmaster, clusterFolder)) return server
  await stopServer(server)
  return undefined
}

function asServer({ pid, socketFolder }: Postmaster): Server {
  return { pid, socketFolder, isAdopted: true, exited: waitForExit(pid) }
}

const cannotConnectNow = '57P03'

const tooManyConnections = '53300'

/** Waits while the server is recovering or stopping, but not forever: the next start continues to wait. */
async function acceptsConnections(postmaster: Postmaster, clusterFolder: string): Promise<boolean> {
  if (!(await isPrivate(postmaster.socketFolder))) return false
  const deadline = performance.now() + maxRecoverySeconds * 1000
  while (isRunning(postmaster, clusterFolder)) {
    if (performance.now() > deadline) throw createStillRecoveringError(clusterFolder)
    const client = new pg.Client({
      connectionString: getSuperuserUrl(postmaster.socketFolder),
      connectionTimeoutMillis: 5000,
    })
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      if (getErrorCode(error) !== cannotConnectNow)
        return getErrorCode(error) === tooManyConnections
    }
    await sleep(50)
  }
  return false
}
