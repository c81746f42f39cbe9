import { mkdir, realpath } from 'node:fs/promises'
import { adoptServer } from './adopt-server.ts'
import { openOrCreateCluster } from './cluster.ts'
import { ensureDatabase } from './ensure-database.ts'
import { type Binaries, findBinaries } from './find-binaries.ts'
import { chooseIdentity, type Identity } from './identity.ts'
import { launchServer, type ServerSettings } from './launch-server.ts'
import { linkLibraries } from './link-libraries.ts'
import type { ServerLog } from './log.ts'
import { makeSocketFolder, removeSocketFolder, socketFolderOf } from './make-socket-folder.ts'
import { supervise } from './supervise.ts'
import { urlOf } from './url-of.ts'

export type EmbeddedPostgres = {
  /** The connection string of the database `recto`. */
  readonly url: string
  /** Whether a server was taken over that a killed product had left running. */
  readonly adopted: boolean
  /** Stops the server, and resolves when it is gone and everything is on disk. */
  stop(): Promise<void>
  /** Tells it to stop, for a process that cannot wait for it. */
  halt(): void
}

export type EmbeddedPostgresOptions = {
  /** The product's data folder; its lock must be held. The database lies in `postgres` within. */
  readonly dataDir: string
  readonly log: ServerLog
  /** Called once if the server died and could not be brought back. */
  readonly onLost?: (error: unknown) => void
  /** Server settings on top of PostgreSQL's defaults. */
  readonly settings?: ServerSettings
  /** The ways to run it for root, in order of preference. */
  readonly waysForRoot?: readonly Identity[]
  readonly binaries?: Binaries
}

const database = 'recto'

/**
 * Starts the PostgreSQL that comes with the product, or takes over the one that still runs, and
 * starts it again whenever it dies. Throws `StartRefused` with a sentence for the person who starts it.
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
    chooseIdentity: () => chooseIdentity(dataDir, binaries, options.waysForRoot),
  })

  const adopted = await adoptServer(cluster.folder)
  // Also a server that replaces an adopted one: open pools find it where they expect it.
  const socketFolder = adopted?.socketFolder ?? socketFolderOf(cluster.folder)
  const launch = async () => {
    await makeSocketFolder(socketFolder)
    const { log, settings = {} } = options
    try {
      return await launchServer({ cluster, binaries, socketFolder, settings, log })
    } catch (error) {
      await removeSocketFolder(socketFolder)
      throw error
    }
  }
  const first = adopted ?? (await launch())
  const supervised = supervise(first, { launch, log: options.log, onLost: options.onLost })
  try {
    await ensureDatabase(urlOf(socketFolder, 'postgres'), database)
  } catch (error) {
    await supervised.stop()
    throw error
  }
  return {
    url: urlOf(socketFolder, database),
    adopted: first.adopted,
    stop: supervised.stop,
    halt: supervised.halt,
  }
}
