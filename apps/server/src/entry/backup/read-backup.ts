import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import { migrations } from '../../platform/db/migrations/all.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { migrate } from '../../platform/migrate.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { listTables } from './describe-database.ts'
import { filesPrefix, keyEntry, Manifest, manifestEntry, tableEntry } from './manifest.ts'
import { columnsOf, nameOf } from './quote.ts'

type Entry = AsyncIterable<unknown> & { readonly header: { readonly name: string } }

export type BackupTarget = {
  /** A database that holds no organization; it need not be migrated. */
  readonly databaseUrl: string
  readonly files: Pick<FileStore, 'write'>
  /** Called once, with the text of the key. */
  keepKey(key: string): Promise<void>
}

/**
 * Puts a backup into an empty installation. It may be of an older version: its rows go into the
 * tables of that version, which are then migrated. The database has all of it or nothing.
 */
export async function readBackup(source: string, target: BackupTarget): Promise<void> {
  await refuseUsed(target.databaseUrl)
  const client = new pg.Client({ connectionString: target.databaseUrl })
  const archive = extract()
  const unpacked = pipeline(createReadStream(source), createGunzip(), archive)
  // Its failure shows in the reading below, as the archive's.
  unpacked.catch(() => undefined)
  try {
    const manifest = await restoreAll(archive, client, target)
    if (!manifest) throw notBackup(source)
  } catch (cause) {
    if (cause instanceof StartRefused) throw cause
    throw new StartRefused(`${source} could not be restored: ${(cause as Error).message}`, {
      cause,
    })
  } finally {
    archive.destroy()
    await client.end()
  }
  await migrate(target.databaseUrl)
}

async function restoreAll(
  archive: AsyncIterable<Entry>,
  client: pg.Client,
  target: BackupTarget,
): Promise<Manifest | undefined> {
  let manifest: Manifest | undefined
  for await (const entry of archive) {
    if (entry.header.name === manifestEntry) {
      manifest = readManifest(await text(entry))
      await migrate(target.databaseUrl, { upTo: manifest.migrations.at(-1) ?? '' })
      await begin(client)
    } else if (manifest) {
      await restoreEntry(entry, manifest, { client, target })
    } else {
      break
    }
  }
  if (manifest) await finish(client, manifest)
  return manifest
}

function readManifest(json: string): Manifest {
  const manifest = Manifest.safeParse(JSON.parse(json))
  if (!manifest.success) {
    throw new StartRefused(
      'This backup was made by a version of Recto that this one does not know.',
    )
  }
  const unknown = manifest.data.migrations.filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new StartRefused(
      `This backup was made by a newer version of Recto (it has ${unknown.join(', ')}). Restore it with that one.`,
    )
  }
  return manifest.data
}

async function begin(client: pg.Client): Promise<void> {
  await client.connect()
  await client.query('begin')
  // Rows arrive in the order of their tables' names, which is not the order of their references.
  await client.query('set local session_replication_role = replica')
  const tables = await listTables(client)
  await client.query(`truncate ${tables.map(nameOf).join(', ')}`)
}

type Restoring = { readonly client: pg.Client; readonly target: BackupTarget }

async function restoreEntry(
  entry: Entry,
  manifest: Manifest,
  { client, target }: Restoring,
): Promise<void> {
  const { name } = entry.header
  const table = manifest.tables.find((_table, index) => tableEntry(index) === name)
  if (table) {
    const rows = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`))
    await pipeline(entry, rows)
  } else if (name === keyEntry) {
    await target.keepKey((await text(entry)).trim())
  } else if (name.startsWith(filesPrefix)) {
    await target.files.write(name.slice(filesPrefix.length), Readable.from(entry))
  } else {
    throw new Error(`it holds ${JSON.stringify(name)}, which no backup holds.`)
  }
}

async function finish(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const { value, ...sequence } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [nameOf(sequence), value])
  }
  await client.query('commit')
}

async function refuseUsed(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ found: string | null }>(
      `select to_regclass('public.installation')::text as found`,
    )
    if (!rows[0]?.found) return
    const used = await client.query('select 1 from installation limit 1')
    if (used.rows.length > 0) {
      throw new StartRefused('The database holds an installation already; nothing was restored.')
    }
  } finally {
    await client.end()
  }
}

const notBackup = (source: string) => new StartRefused(`${source} is no backup of Recto.`)
