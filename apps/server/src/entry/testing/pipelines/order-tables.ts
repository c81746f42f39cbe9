import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMariadb } from '@recto/testkit/mariadb-server'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../platform/db/embedded/start-embedded-postgres.ts'
import { makeConnector, makeTableConnector } from '../../../testing/make-pipeline.ts'
import { type OpenPort, openPort } from '../../../testing/open-port.ts'
import type { Person } from '../../../testing/people.ts'

/** A row that was written, as texts. */
export type WrittenRow = {
  readonly path: string
  readonly orderNumber: string
  readonly customer: string
  readonly total: number
  readonly executionId: string
}

/** A database of another server than the product's, and the table that orders are written to. */
export type OrderTable = {
  /** Name of the server, for the report. */
  readonly name: string
  readonly table: string
  connect(admin: Person): Promise<string>
  rows(): Promise<readonly WrittenRow[]>
}

const table = 'orders_read'
const columns = 'file_path, order_number, customer, total, execution_id'

const rowOf = ([
  path,
  orderNumber,
  customer,
  total,
  executionId,
]: readonly unknown[]): WrittenRow => ({
  path: String(path),
  orderNumber: String(orderNumber),
  customer: String(customer),
  total: Number(total),
  executionId: String(executionId),
})

/** A PostgreSQL server with a database for tables of orders. */
type PostgresBooks = {
  readonly port: OpenPort
  connect(admin: Person): Promise<string>
  /** Everything that was written to a table. */
  read(tableName: string): Promise<readonly WrittenRow[]>
  places(tableName: string): Promise<readonly string[]>
}

export async function openPostgresBooks(cleaning: AsyncDisposableStack): Promise<PostgresBooks> {
  const dataDir = await mkdtemp(join(tmpdir(), 'recto-books-'))
  cleaning.defer(() => rm(dataDir, { recursive: true, force: true }))
  const settings = { fsync: 'off' }
  const server = await startEmbeddedPostgres({ dataDir, log: console, settings })
  cleaning.defer(() => server.stop())
  const port = await openPort(server.url)
  cleaning.defer(() => port.close())
  return {
    port,
    connect: (admin) => makeTableConnector(admin, 'Books in PostgreSQL', port.url),
    read: async (name) => (await read(server.url, columns, name)).map(rowOf),
    places: async (name) =>
      (await read(server.url, 'file_path', name)).map(([path]) => String(path)),
  }
}

/** Returns the source file of each row, also for tables with fewer columns. */
type PostgresTable = OrderTable & { places(): Promise<readonly string[]> }

export async function openPostgresTable(cleaning: AsyncDisposableStack): Promise<PostgresTable> {
  const books = await openPostgresBooks(cleaning)
  return {
    name: 'PostgreSQL',
    table,
    connect: books.connect,
    rows: () => books.read(table),
    places: () => books.places(table),
  }
}

async function read(
  url: string,
  query: string,
  tableName: string,
): Promise<readonly (readonly unknown[])[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({
      text: `select ${query} from ${tableName}`,
      rowMode: 'array',
    })
    return rows
  } finally {
    await client.end()
  }
}

const mariadb = 'mariadb|146b0124-b9fc-466f-8e68-098ff60703e8'

export async function openMariadbTable(cleaning: AsyncDisposableStack): Promise<OrderTable> {
  const server = await startMariadb()
  cleaning.defer(() => server.stop())
  const database = 'books'
  const user = 'recto'
  const password = 'right one'
  server.run(
    `create database ${database}; create user '${user}'@'localhost' identified by '${password}';
     grant all on ${database}.* to '${user}'@'localhost'`,
  )
  const settings = { host: '127.0.0.1', port: String(server.port), database, user, password }
  return {
    name: 'MariaDB',
    table,
    connect: (admin) => makeConnector(admin, 'Books in MariaDB', mariadb, settings),
    rows: async () => server.read(`select ${columns} from ${database}.${table}`).map(rowOf),
  }
}
