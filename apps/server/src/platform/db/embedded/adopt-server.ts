import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { getErrorCode } from '../../describe-failure.ts'
import type { Cluster } from './cluster.ts'
import { isRunning, type Postmaster, readPostmaster, waitForExit } from './postmaster.ts'
import { createStillRecoveringError, maxRecoverySeconds } from './recovery.ts'
import type { Server } from './server.ts'
import { getSuperuserUrl, type ServerAddress } from './server-address.ts'
import { isPrivate } from './socket-folder.ts'
import { openSignals, removeStalePidFile, stopServer } from './stop-server.ts'

type AdoptOptions = {
  readonly cluster: Cluster
  readonly pgCtl: string
  /** The password of servers at a port; undefined for servers at a socket. */
  readonly password: string | undefined
}

/**
 * PostgreSQL outlives a killed product. If a server still runs on this folder and responds, it is
 * adopted with all its connections; if it runs but cannot be reached, it is stopped.
 */
export async function adoptServer(options: AdoptOptions): Promise<Server | undefined> {
  const clusterFolder = options.cluster.folder
  const postmaster = await readPostmaster(clusterFolder)
  if (!postmaster) return undefined
  if (!isRunning(postmaster, clusterFolder)) {
    await removeStalePidFile(clusterFolder)
    return undefined
  }
  const server = asServer(postmaster, options)
  if (await acceptsConnections(server, options)) return server
  // At a port, a server that does not know the password is somebody else's: PostgreSQL itself refuses to start
  // beside one that still runs on this folder.
  if (server.address.kind === 'socket') await stopServer(server)
  return undefined
}

function asServer(postmaster: Postmaster, { cluster, password, pgCtl }: AdoptOptions): Server {
  const { pid } = postmaster
  const address = getAddress(postmaster, password)
  const { identity } = cluster
  const signal = openSignals(pid, { addressKind: address.kind, pgCtl, identity })
  return { pid, address, isAdopted: true, exited: waitForExit(pid), signal }
}

/** Returns where a running server accepts connections; a password means that it is at a port. */
export const getAddress = (
  { socketFolder, port }: Postmaster,
  password: string | undefined,
): ServerAddress =>
  password === undefined
    ? { kind: 'socket', folder: socketFolder }
    : { kind: 'port', port, password }

const cannotConnectNow = '57P03'

const tooManyConnections = '53300'

/** Waits while the server is recovering or stopping, but not forever: the next start continues to wait. */
async function acceptsConnections(
  { pid, address }: Server,
  { cluster: { folder: clusterFolder } }: AdoptOptions,
): Promise<boolean> {
  if (address.kind === 'socket' && !(await isPrivate(address.folder))) return false
  const deadline = performance.now() + maxRecoverySeconds * 1000
  while (isRunning({ pid, clusterFolder }, clusterFolder)) {
    if (performance.now() > deadline) throw createStillRecoveringError(clusterFolder)
    const client = new pg.Client({
      connectionString: getSuperuserUrl(address),
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
