import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import { StartupError } from '../../platform/app-error.ts'
import { migrations } from '../../platform/db/migrations/all.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { migrate } from '../../platform/migrate.ts'
import { listDatabaseTables, listReferences, type Reference } from './describe-database.ts'
import {
  type BackupTable,
  filesPrefix,
  keyEntry,
  Manifest,
  manifestEntry,
  quoteColumns,
  quoteTableName,
  tableEntry,
} from './manifest.ts'

type ArchiveEntry = AsyncIterable<unknown> & {
  readonly header: { readonly name: string }
  resume(): void
}

export type BackupTarget = {
  /** A database without an organization; it need not be migrated. */
  readonly databaseUrl: string
  readonly files: Pick<FileStore, 'write'>
  /** Called once with the encryption key. */
  storeKey(key: string): Promise<void>
}

/**
 * Restores a backup into an empty installation. A backup of an older version is restored into the
 * tables of that version, which are then migrated. All or nothing is restored.
 */
export async function readBackup(source: string, target: BackupTarget): Promise<void> {
  await assertDatabaseEmpty(target.databaseUrl)
  const client = new pg.Client({ connectionString: target.databaseUrl })
  const archive = extract()
  const unpackPromise = pipeline(createReadStream(source), createGunzip(), archive)
  // An error of the pipeline also surfaces in the archive below.
  unpackPromise.catch(() => undefined)
  try {
    const manifest = await restoreAll(archive, client, target)
    if (!manifest) throw createNotBackupError(source)
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    throw new StartupError(`${source} could not be restored: ${(cause as Error).message}`, {
      cause,
    })
  } finally {
    archive.destroy()
    await client.end()
  }
  await migrate(target.databaseUrl)
}

async function restoreAll(
  archive: AsyncIterable<ArchiveEntry>,
  client: pg.Client,
  target: BackupTarget,
): Promise<Manifest | undefined> {
  let manifest: Manifest | undefined
  let rules: SuspendedRules | undefined
  for await (const entry of archive) {
    if (entry.header.name === manifestEntry) {
      manifest = readManifest(await text(entry))
      await migrate(target.databaseUrl, { upTo: manifest.migrations.at(-1) ?? '' })
      rules = await beginRestore(client)
    } else if (manifest) {
      await restoreEntry(entry, manifest, { client, target })
    } else {
      break
    }
  }
  if (manifest && rules) await finishRestore(client, manifest, rules)
  return manifest
}

function readManifest(json: string): Manifest {
  const manifest = Manifest.safeParse(JSON.parse(json))
  if (!manifest.success) {
    throw new StartupError('This backup was created by an unknown version of Recto.')
  }
  const unknownMigrations = manifest.data.migrations.filter((name) => !(name in migrations))
  if (unknownMigrations.length > 0) {
    throw new StartupError(
      `This backup was created by a newer version of Recto (it has ${unknownMigrations.join(', ')}). Restore it with that version.`,
    )
  }
  return manifest.data
}

/** What a restore takes out of a transaction's way, and puts back at its end. */
type SuspendedRules = {
  readonly tables: readonly BackupTable[]
  readonly references: readonly Reference[]
}

/**
 * Suspends references and triggers by means that the owner of the tables has, who need not be a
 * superuser.
 */
async function beginRestore(client: pg.Client): Promise<SuspendedRules> {
  await client.connect()
  await client.query('begin')
  const tables = await listDatabaseTables(client)
  // Tables come in order of their names, so their references are checked when all rows are there.
  const references = await listReferences(client)
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const table of tables)
    await client.query(`alter table ${quoteTableName(table)} disable trigger user`)
  await client.query(`truncate ${tables.map(quoteTableName).join(', ')}`)
  return { tables, references }
}

type RestoreContext = { readonly client: pg.Client; readonly target: BackupTarget }

async function restoreEntry(
  entry: ArchiveEntry,
  manifest: Manifest,
  { client, target }: RestoreContext,
): Promise<void> {
  const { name } = entry.header
  const table = manifest.tables.find((_table, index) => tableEntry(index) === name)
  if (table) {
    if (!(await prepareTable(client, table))) return void entry.resume()
    const rows = client.query(
      copyFrom(`copy ${quoteTableName(table)} (${quoteColumns(table)}) from stdin`),
    )
    await pipeline(entry, rows)
  } else if (name === keyEntry) {
    await target.storeKey((await text(entry)).trim())
  } else if (name.startsWith(filesPrefix)) {
    await target.files.write(name.slice(filesPrefix.length), Readable.from(entry))
  } else {
    throw new Error(`it contains ${JSON.stringify(name)}, which is not part of a backup.`)
  }
}

/** The tables of DBOS from which jobs of earlier versions are moved; see `importEarlierJobs`. */
const earlierJobTables = ['workflow_status', 'workflow_input']

/**
 * Creates a table of DBOS, which this version does not have, with columns of text. Returns false if nothing
 * of the table is needed.
 */
async function prepareTable(client: pg.Client, table: BackupTable): Promise<boolean> {
  if (table.schema !== 'dbos') return true
  if (!earlierJobTables.includes(table.name)) return false
  const columns = table.columns.map((column) => `${client.escapeIdentifier(column)} text`)
  await client.query('create schema if not exists dbos')
  await client.query(`create table if not exists ${quoteTableName(table)} (${columns.join(', ')})`)
  return true
}

async function finishRestore(
  client: pg.Client,
  { sequences }: Manifest,
  { tables, references }: SuspendedRules,
): Promise<void> {
  for (const table of tables)
    await client.query(`alter table ${quoteTableName(table)} enable trigger user`)
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { value, ...sequence } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [quoteTableName(sequence), value])
  }
  await client.query('commit')
}

async function assertDatabaseEmpty(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ found: string | null }>(
      `select to_regclass('public.installation')::text as found`,
    )
    if (!rows[0]?.found) return
    const installation = await client.query('select 1 from installation limit 1')
    if (installation.rows.length > 0) {
      throw new StartupError('The database already contains an installation. Nothing was restored.')
    }
  } finally {
    await client.end()
  }
}

const createNotBackupError = (source: string) =>
  new StartupError(`${source} is not a Recto backup.`)
