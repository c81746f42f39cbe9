import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { adoptServer } from '../platform/db/embedded/adopt-server.ts'
import { findBinaries } from '../platform/db/embedded/find-binaries.ts'
import { isAlive } from '../platform/db/embedded/postmaster.ts'
import { ensureDatabase } from '../platform/db/embedded/prepare-database.ts'
import { ownerRole } from '../platform/db/embedded/server-address.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts'
import { stopServer } from '../platform/db/embedded/stop-server.ts'
import { migrate } from '../platform/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test run, for its superuser; `cloneDatabase` makes a database on it. */
    postgresUrl: string
  }
}

/** Migrated once; every test that needs a database clones it. */
export const templateDatabase = 'recto_template'

const prefix = 'recto-test-'

/** Nothing that a test writes has to survive a power cut. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
}

/** Names the folder of the prepared cluster for the workers of the test run, which inherit it. */
const preparedClusterVariable = 'RECTO_TEST_CLUSTER'

const cleanups: (() => Promise<void>)[] = []

export async function setup({ provide }: TestProject): Promise<void> {
  await sweep()
  const dataDir = await createFolder()
  const preparedDir = await createFolder()
  const start = async () => {
    const server = await startEmbeddedPostgres({ dataDir, settings, log: console })
    cleanups.push(() => server.stop())
    return server
  }
  try {
    const firstServer = await start()
    await ensureDatabase(asSuperuser(firstServer.url), templateDatabase)
    await migrate(onDatabase(firstServer.url, templateDatabase))
    await prepareDatabases(asSuperuser(firstServer.url))
    await firstServer.stop()
    await promisify(execFile)('cp', ['-a', '--reflink=auto', `${dataDir}/.`, preparedDir])
    process.env[preparedClusterVariable] = preparedDir
    const { url } = await start()
    provide('postgresUrl', asSuperuser(url))
  } catch (error) {
    await teardown()
    throw error
  }
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Returns a data folder with a stopped, migrated database; undefined outside of a test run. */
export const findPreparedCluster = (): string | undefined => process.env[preparedClusterVariable]

export async function teardown(): Promise<void> {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
}

/** The same server, another database. */
export function onDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** The same database for the superuser of an embedded server. */
export function asSuperuser(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.username = 'postgres'
  return url.href
}

/**
 * Gives the product's own database the migrated schema, and closes the template to connections: a
 * database that is in use cannot be cloned.
 */
async function prepareDatabases(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: onDatabase(serverUrl, 'postgres') })
  await client.connect()
  try {
    await client.query('drop database recto')
    await client.query(
      `create database recto owner ${ownerRole} template ${templateDatabase} strategy file_copy`,
    )
    await client.query(`alter database ${templateDatabase} with allow_connections false`)
  } finally {
    await client.end()
  }
}

/** Removes the servers and folders of test runs that were killed. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0
    if (!owner || isAlive(owner)) continue
    const folder = join(tmpdir(), name)
    const { pgCtl } = await findBinaries()
    const cluster = { folder: join(folder, 'postgres'), identity: 'self' } as const
    const orphan = await adoptServer({ cluster, pgCtl, password: undefined })
    if (orphan) await stopServer(orphan)
    await rm(folder, { recursive: true, force: true })
  }
}
