import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import { StartupError } from '../../platform/app-error.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { syncFolder } from '../../platform/files/sync-folder.ts'
import { isTemporaryPath } from '../../platform/files/temporary-folders.ts'
import { describeDatabase } from './describe-database.ts'
import {
  type BackupTable,
  filesPrefix,
  keyEntry,
  manifestEntry,
  quoteColumns,
  quoteTableName,
  tableEntry,
} from './manifest.ts'

export type BackupSource = {
  readonly databaseUrl: string
  readonly files: Pick<FileStore, 'listPaths' | 'stat' | 'read'>
  /** The key that seals credentials. */
  readonly encryptionKey: string
}

/**
 * Writes the database, the files and the key into one file, also while the product runs. The
 * database is a snapshot, and the files are read after it, so that every document a row refers to
 * is included.
 */
export async function writeBackup(source: BackupSource, target: string): Promise<void> {
  const file = resolve(target)
  if (await exists(file)) throw new StartupError(`${file} already exists. Nothing was written.`)
  const spool = await mkdtemp(`${file}.partial-`)
  try {
    const draftPath = join(spool, 'backup')
    const archive = pack()
    const writing = pipeline(
      archive,
      createGzip(),
      createWriteStream(draftPath, { mode: 0o600, flush: true }),
    )
    const fillPromise = fillArchive(archive, source, join(spool, 'table')).catch((error: Error) => {
      archive.destroy(error)
      throw error
    })
    await Promise.all([fillPromise, writing])
    await rename(draftPath, file)
    await syncFolder(dirname(file))
  } finally {
    await rm(spool, { recursive: true, force: true })
  }
}

async function fillArchive(archive: Pack, source: BackupSource, spool: string): Promise<void> {
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
  // Skips files of requests in progress and incomplete files.
  for await (const path of source.files.listPaths()) {
    if (!isTemporaryPath(path)) await addFile(archive, source.files, path)
  }
  archive.finalize()
}

async function writeTable(client: pg.Client, table: BackupTable, path: string): Promise<void> {
  const rows = client.query(
    copyTo(`copy ${quoteTableName(table)} (${quoteColumns(table)}) to stdout`),
  )
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

/** A file that was deleted since it was listed is no longer referenced. */
async function addFile(archive: Pack, files: BackupSource['files'], path: string): Promise<void> {
  const fileStat = await files.stat(path)
  if (!fileStat) return
  const name = filesPrefix + path
  const content = fileStat.size === 0 ? Readable.from([]) : await files.read(path)
  await pipeline(content, archive.entry({ name, size: fileStat.size, mode: 0o600 }))
}

async function findSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error('A file could not be looked up.', { cause })
  }
}

const exists = async (path: string) => (await findSize(path)) !== undefined
