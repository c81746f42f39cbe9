import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asSuperuser } from '../../testing/start-postgres.ts'

/** Counters of the statements that the database has executed for the product. */
export type DatabaseCounts = {
  /** `BEGIN` and `COMMIT` are statements, too. 0 unless statements are counted. */
  readonly statements: number
  readonly commits: number
}

export type DatabaseCounters = AsyncDisposable & {
  /** Switches the counting of statements on or off for whatever is sent from now on. */
  setCounting(isOn: boolean): Promise<void>
  read(): Promise<DatabaseCounts>
  /** Bytes of the product's tables and indexes on the disk. */
  readBytes(): Promise<number>
}

/** A backend that has nothing to do reports the commits it has made no later than after so long. */
export const commitsReportedAfterMilliseconds = 10_500

const ofProduct = "datname = 'recto'"

const countsQuery = `
  select
    (select coalesce(sum(calls), 0)::float8
       from pg_stat_statements(false) join pg_database on oid = dbid where ${ofProduct}) as statements,
    (select xact_commit::float8 from pg_stat_database where ${ofProduct}) as commits`

/** Loads the library that counts statements, which PostgreSQL can do at a start only: the next one. */
export async function loadCountersAtNextStart(databaseUrl: string): Promise<void> {
  await using client = await connect(databaseUrl)
  await client.query("alter system set shared_preload_libraries = 'pg_stat_statements'")
}

/** Counts from a database beside the product's, so that what is asked here is not counted. */
export async function openDatabaseCounters(databaseUrl: string): Promise<DatabaseCounters> {
  const client = await connect(databaseUrl)
  const setCounting = async (isOn: boolean) => {
    await client.query(`alter system set pg_stat_statements.track = '${isOn ? 'top' : 'none'}'`)
    await client.query('select pg_reload_conf()')
    // The processes of the server are told by a signal.
    await sleep(200)
  }
  await client.query('create extension if not exists pg_stat_statements')
  await setCounting(false)
  return {
    setCounting,
    async read() {
      const { rows } = await client.query<DatabaseCounts>(countsQuery)
      return rows[0] as DatabaseCounts
    },
    async readBytes() {
      const { rows } = await client.query("select pg_database_size('recto')::float8 as bytes")
      return rows[0].bytes
    },
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}

async function connect(databaseUrl: string) {
  const maintenanceUrl = new URL(asSuperuser(databaseUrl))
  maintenanceUrl.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenanceUrl.href })
  await client.connect()
  // The product and its database may end before.
  client.on('error', () => {})
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
