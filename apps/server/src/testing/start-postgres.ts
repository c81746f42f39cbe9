import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { adoptServer } from '../platform/db/embedded/adopt-server.ts'
import { ensureDatabase } from '../platform/db/embedded/ensure-database.ts'
import { isAlive } from '../platform/db/embedded/postmaster.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts'
import { stopServer } from '../platform/db/embedded/stop-server.ts'
import { migrate } from '../platform/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test run; `cloneDatabase` makes a database on it. */
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

let stop: (() => Promise<void>) | undefined

export async function setup({ provide }: TestProject): Promise<void> {
  await sweep()
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const server = await startEmbeddedPostgres({ dataDir, settings, log: console })
  stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await ensureDatabase(server.url, templateDatabase)
    await migrate(onDatabase(server.url, templateDatabase))
    await closeTemplate(server.url)
  } catch (error) {
    await stop()
    throw error
  }
  provide('postgresUrl', server.url)
}

export async function teardown(): Promise<void> {
  await stop?.()
}

/** The same server, another database. */
export function onDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Nothing can be cloned while somebody is connected to it: from now on nobody can be. */
async function closeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client
    .query(`alter database ${templateDatabase} with allow_connections false`)
    .finally(() => client.end())
}

/** Removes the servers and folders of test runs that were killed. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0
    if (!owner || isAlive(owner)) continue
    const folder = join(tmpdir(), name)
    const orphan = await adoptServer(join(folder, 'postgres'))
    if (orphan) await stopServer(orphan)
    await rm(folder, { recursive: true, force: true })
  }
}
