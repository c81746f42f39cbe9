import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import type { FileStore } from '../../platform/files/file-store.ts'
import { isPassing } from '../../platform/files/passing-folders.ts'
import { syncFolder } from '../../platform/files/sync-folder.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { describeDatabase } from './describe-database.ts'
import { filesPrefix, keyEntry, manifestEntry, type Table, tableEntry } from './manifest.ts'
import { columnsOf, nameOf } from './quote.ts'

export type BackupSource = {
  readonly databaseUrl: string
  readonly files: Pick<FileStore, 'names' | 'stat' | 'read'>
  /** Text of the key that credentials are sealed with. */
  readonly encryptionKey: string
}

/**
 * Writes the database, the files and the key into one file, while the product may run: the database
 * as it is at one moment, the files after it, so that every document a row names is there.
 */
export async function writeBackup(source: BackupSource, target: string): Promise<void> {
  const file = resolve(target)
  if (await exists(file)) throw new StartRefused(`${file} exists already; nothing was written.`)
  const spool = await mkdtemp(`${file}.partial-`)
  try {
    const draft = join(spool, 'backup')
    const archive = pack()
    const written = pipeline(
      archive,
      createGzip(),
      createWriteStream(draft, { mode: 0o600, flush: true }),
    )
    const filled = fill(archive, source, join(spool, 'table')).catch((error: Error) => {
      archive.destroy(error)
      throw error
    })
    await Promise.all([filled, written])
    await rename(draft, file)
    await syncFolder(dirname(file))
  } finally {
    await rm(spool, { recursive: true, force: true })
  }
}

async function fill(archive: Pack, source: BackupSource, spool: string): Promise<void> {
  const client = new pg.Client({ connectionString: source.databaseUrl })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const manifest = await describeDatabase(client)
    await addText(archive, manifestEntry, JSON.stringify(manifest))
    await addText(archive, keyEntry, `${source.encryptionKey}\n`)
    for (const [index, table] of manifest.tables.entries()) {
      await writeTable(client, table, spool)
      await addTable(archive, tableEntry(index), spool)
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
  // Neither what belongs to requests under way, nor what is not whole yet.
  for await (const path of source.files.names()) {
    if (!isPassing(path)) await addFile(archive, source.files, path)
  }
  archive.finalize()
}

async function writeTable(client: pg.Client, table: Table, path: string): Promise<void> {
  const rows = client.query(copyTo(`copy ${nameOf(table)} (${columnsOf(table)}) to stdout`))
  await pipeline(rows, createWriteStream(path, { mode: 0o600 }))
}

async function addText(archive: Pack, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  await pipeline(Readable.from([bytes]), archive.entry({ name, size: bytes.length, mode: 0o600 }))
}

async function addTable(archive: Pack, name: string, path: string): Promise<void> {
  const { size } = await stat(path)
  await pipeline(createReadStream(path), archive.entry({ name, size, mode: 0o600 }))
}

/** A file that was deleted since it was listed belongs to nothing any more. */
async function addFile(archive: Pack, files: BackupSource['files'], path: string): Promise<void> {
  const found = await files.stat(path)
  if (!found) return
  const name = filesPrefix + path
  const content = found.size === 0 ? Readable.from([]) : await files.read(path)
  await pipeline(content, archive.entry({ name, size: found.size, mode: 0o600 }))
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error('A file could not be looked up.', { cause })
  }
}

const exists = async (path: string) => (await sizeOf(path)) !== undefined
