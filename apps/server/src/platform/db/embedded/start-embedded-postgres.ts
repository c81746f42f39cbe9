import { once } from 'node:events'
import { mkdir, realpath } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { adoptServer } from './adopt-server.ts'
import { openOrCreateCluster, readPassword } from './cluster.ts'
import { type Binaries, findBinaries } from './find-binaries.ts'
import { chooseIdentity, type Identity } from './identity.ts'
import { launchServer, type ServerLog, type ServerSettings } from './launch-server.ts'
import { linkLibraries } from './link-libraries.ts'
import { prepareDatabase } from './prepare-database.ts'
import { maxRecoverySeconds, StillRecoveringError } from './recovery.ts'
import {
  type AddressKind,
  addressKindOf,
  getDatabaseUrl,
  type ServerAddress,
} from './server-address.ts'
import { createSocketFolder, getSocketFolder, removeSocketFolder } from './socket-folder.ts'
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
  /** It follows from the system of this machine unless stated. */
  readonly addressKind?: AddressKind
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
  const { addressKind = addressKindOf(process.platform) } = options
  const cluster = await openOrCreateCluster({
    dataDir,
    addressKind,
    binaries,
    chooseIdentity: () => chooseIdentity(dataDir, binaries, options.rootIdentities),
  })

  const password = addressKind === 'port' ? await readPassword(cluster.folder) : undefined
  const { pgCtl } = binaries
  const adoptedServer = await adoptServer({ cluster, pgCtl, password })
  // A server that replaces another one has the same address, so that open pools find it.
  const address = adoptedServer?.address ?? (await chooseAddress(cluster.folder, password))
  const launch = async () => {
    if (address.kind === 'socket') await createSocketFolder(address.folder)
    const { log, settings = {}, recoverySeconds = maxRecoverySeconds } = options
    try {
      return await launchServer({ cluster, binaries, address, settings, log, recoverySeconds })
    } catch (error) {
      if (address.kind === 'socket' && !(error instanceof StillRecoveringError))
        await removeSocketFolder(address.folder)
      throw error
    }
  }
  const server = adoptedServer ?? (await launch())
  const supervisor = supervise(server, { launch, log: options.log, onLost: options.onLost })
  try {
    await prepareDatabase(address)
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  return {
    url: getDatabaseUrl(address),
    isAdopted: server.isAdopted,
    stop: supervisor.stop,
    requestStop: supervisor.halt,
  }
}

async function chooseAddress(
  clusterFolder: string,
  password: string | undefined,
): Promise<ServerAddress> {
  if (password === undefined) return { kind: 'socket', folder: getSocketFolder(clusterFolder) }
  return { kind: 'port', port: await findFreePort(), password }
}

/** Another program may take the port before the server does, which then says so and can be started again. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
