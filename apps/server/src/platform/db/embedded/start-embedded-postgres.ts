import { mkdir, realpath } from 'node:fs/promises'
import { adoptServer } from './adopt-server.ts'
import { openOrCreateCluster } from './cluster.ts'
import { type Binaries, findBinaries } from './find-binaries.ts'
import { chooseIdentity, type Identity } from './identity.ts'
import { launchServer, type ServerLog, type ServerSettings } from './launch-server.ts'
import { linkLibraries } from './link-libraries.ts'
import { prepareDatabase } from './prepare-database.ts'
import { maxRecoverySeconds, StillRecoveringError } from './recovery.ts'
import {
  createSocketFolder,
  getDatabaseUrl,
  getSocketFolder,
  removeSocketFolder,
} from './socket-folder.ts'
import { supervise } from './supervise.ts'

export type EmbeddedPostgres = {
  /** The connection string of the product's database, for the role that owns it. */
  readonly url: string
  /** Whether a server was adopted that a killed product had left running. */
  readonly isAdopted: boolean
  /** Stops the server, and resolves when it has ended and everything is on disk. */
  stop(): Promise<void>
  /** Tells it to stop, without waiting. */
  requestStop(): void
}

export type EmbeddedPostgresOptions = {
  /** The product's data folder, which must be locked. The database is in its folder `postgres`. */
  readonly dataDir: string
  readonly log: ServerLog
  /** Called once if the server died and could not be restarted. */
  readonly onLost?: (error: unknown) => void
  /** Server settings on top of PostgreSQL's defaults. */
  readonly settings?: ServerSettings
  /** The identities to try for root, in order of preference. */
  readonly rootIdentities?: readonly Identity[]
  readonly binaries?: Binaries
  /** How long a start waits until the server accepts connections. */
  readonly recoverySeconds?: number
}

/**
 * Starts the bundled PostgreSQL, or adopts the one that still runs, and restarts it whenever it
 * dies. Throws a `StartupError` with a message for the operator.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const binaries = options.binaries ?? (await findBinaries())
  await linkLibraries(binaries.folder)
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const cluster = await openOrCreateCluster({
    dataDir,
    binaries,
    chooseIdentity: () => chooseIdentity(dataDir, binaries, options.rootIdentities),
  })

  const adoptedServer = await adoptServer(cluster.folder)
  // A server that replaces an adopted one uses the same folder, so that open pools find it.
  const socketFolder = adoptedServer?.socketFolder ?? getSocketFolder(cluster.folder)
  const launch = async () => {
    await createSocketFolder(socketFolder)
    const { log, settings = {}, recoverySeconds = maxRecoverySeconds } = options
    try {
      return await launchServer({ cluster, binaries, socketFolder, settings, log, recoverySeconds })
    } catch (error) {
      if (!(error instanceof StillRecoveringError)) await removeSocketFolder(socketFolder)
      throw error
    }
  }
  const server = adoptedServer ?? (await launch())
  const supervisor = supervise(server, { launch, log: options.log, onLost: options.onLost })
  try {
    await prepareDatabase(socketFolder)
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  return {
    url: getDatabaseUrl(socketFolder),
    isAdopted: server.isAdopted,
    stop: supervisor.stop,
    requestStop: supervisor.halt,
  }
}
