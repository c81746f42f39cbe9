import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerSettings } from '../../platform/db/embedded/launch-server.ts'
import { ensureDatabase } from '../../platform/db/embedded/prepare-database.ts'
import { startEmbeddedPostgres } from '../../platform/db/embedded/start-embedded-postgres.ts'
import { asSuperuser, onDatabase } from '../../testing/start-postgres.ts'
import { type DatabaseDoor, openDatabaseDoor } from './database-door.ts'
import { copyPreparedCluster } from './prepared-cluster.ts'
import { killTree } from './process-tree.ts'
import { type ProgramName, type RunningProcess, startProcess } from './start-process.ts'

export type SharedInstallation = {
  /** The folder that the processes share. */
  readonly folder: string
  readonly door: DatabaseDoor
  /** Past the door. */
  readonly databaseUrl: string
  /** Starts a program of this repository, or of another copy with an earlier version. */
  start(program: ProgramName, tree?: string): RunningProcess
  stopDatabase(): Promise<void>
  startDatabase(): Promise<void>
}

const emptyDatabase = 'shared'
/** The product's database in a prepared cluster. */
const preparedDatabase = 'recto'

type SharedOptions = {
  readonly settings?: ServerSettings
  /** Without the proxy, the traffic to the database costs the measuring process nothing. */
  readonly isPastDoor?: boolean
  /** Whether the database may already have the schema of this version; true unless stated. */
  readonly isMigrated?: boolean
}

/** Opens a database without rows and a folder, for any number of processes of the product. */
export async function openSharedInstallation(
  cleaning: AsyncDisposableStack,
  env: Readonly<Record<string, string>> = {},
  { settings, isPastDoor = false, isMigrated = true }: SharedOptions = {},
): Promise<SharedInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-shared-'))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  const startServer = () =>
    startEmbeddedPostgres({
      dataDir: folder,
      log: console,
      settings: { fsync: 'off', ...settings },
    })
  const isPrepared = isMigrated && (await copyPreparedCluster(folder))
  let server = await startServer()
  cleaning.defer(() => server.stop())
  if (!isPrepared) await ensureDatabase(asSuperuser(server.url), emptyDatabase)
  const database = isPrepared ? preparedDatabase : emptyDatabase
  const door = cleaning.use(await openDatabaseDoor(server.url, database))
  const databaseUrl = onDatabase(server.url, database)
  const pids: number[] = []
  cleaning.defer(() => killTree(pids))

  return {
    folder,
    door,
    databaseUrl,
    start(program, tree) {
      const places = {
        DATABASE_URL: isPastDoor ? databaseUrl : door.url,
        ENCRYPTION_KEY: '07'.repeat(32),
      }
      const all = { ...places, RECTO_SAMPLE: 'off', ...env }
      const startedProcess = startProcess({ program, folder, env: all, tree })
      pids.push(startedProcess.pid)
      return startedProcess
    },
    stopDatabase: () => server.stop(),
    async startDatabase() {
      server = await startServer()
    },
  }
}
