import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { startBucketServer } from '@recto/testkit/bucket-server'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocumentBytes, storeBytes } from '../../features/documents/documents.port.ts'
import { createAccount } from '../../features/organizations/accounts/create-account.ts'
import { sealPlatformKeys } from '../../features/organizations/platform-keys/seal-platform-keys.ts'
import { connect } from '../../platform/db/connect.ts'
import { openLocalFileStore } from '../../platform/files/local-file-store.ts'
import { listSortedPaths } from '../../platform/files/testing/file-store-suite.ts'
import { migrate } from '../../platform/migrate.ts'
import { importEarlierJobs } from '../../platform/work/import-earlier-jobs.ts'
import { cloneDatabase, type TestDatabase } from '../../testing/clone-database.ts'
import { createEarlierTables, insertEarlierJob } from '../../testing/earlier-jobs.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { openFileStore } from '../process/open-file-store.ts'
import { readBackup } from './read-backup.ts'
import { type BackupSource, writeBackup } from './write-backup.ts'

let server: TestServer
let folder: string
let target: TestDatabase
let source: BackupSource

beforeAll(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'recto-backup-'))
  target = await cloneDatabase()
  source = {
    databaseUrl: server.databaseUrl,
    files: server.ctx.files,
    encryptionKey: server.ctx.config.encryptionKey ?? '',
  }
})
afterAll(async () => {
  await target.drop()
  await server.close()
  await rm(folder, { recursive: true })
})

test('a backup never overwrites a file', async () => {
  const file = join(folder, 'precious')
  await writeFile(file, 'mine')

  await expect(writeBackup(source, file)).rejects.toThrow('already exists')

  expect(await readFile(file, 'utf8')).toBe('mine')
})

test('an invalid or truncated backup leaves the database unchanged', async () => {
  const empty = { ...given(), databaseUrl: target.url }
  const noArchive = join(folder, 'holiday.jpg')
  await writeFile(noArchive, 'not a backup')
  const otherArchive = pack()
  otherArchive.entry({ name: 'holiday.jpg' }, 'not a backup')
  otherArchive.finalize()
  const noManifest = join(folder, 'holiday.tar.gz')
  await writeFile(noManifest, gzipSync(await buffer(otherArchive)))
  const whole = join(folder, 'whole')
  await writeBackup(source, whole)
  const short = join(folder, 'short')
  await writeFile(short, (await readFile(whole)).subarray(0, -2000))

  await expect(readBackup(noArchive, empty)).rejects.toThrow('could not be restored')
  await expect(readBackup(noManifest, empty)).rejects.toThrow('is not a Recto backup')
  await expect(readBackup(short, empty)).rejects.toThrow('could not be restored')

  expect(await countOrganizations(target.url)).toBe(0)
})

test('refuses to restore over an existing installation', async () => {
  const file = join(folder, 'again')
  await writeBackup(source, file)

  await expect(readBackup(file, { ...given(), databaseUrl: server.databaseUrl })).rejects.toThrow(
    'already contains an installation',
  )
})

test('a backup of a running product restores rows, files and key', async () => {
  const { ctx } = server
  const uma = server.as('user')
  const members = (await uma.get('users/')).body
  await ctx.files.write('documents/1/one.pdf', Buffer.from('the first document'))
  await ctx.files.write('documents/1/empty.txt', '')
  await ctx.files.write('uploads/half-sent', 'belongs to a request')
  const file = join(folder, 'full')

  await writeBackup(source, file)
  const restoreTarget = { ...given(), databaseUrl: target.url }
  await readBackup(file, restoreTarget)

  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(restoreTarget.keys).toEqual([source.encryptionKey])
  const files = (await restoreTarget.files.list('')).map(({ path }) => path)
  expect(files.sort()).toEqual(['documents/1/empty.txt', 'documents/1/one.pdf'])
  expect(String(await restoreTarget.files.readBytes('documents/1/one.pdf'))).toBe(
    'the first document',
  )
  const { db, close } = connect(target.url, ctx.log, 2)
  const people = await db.selectFrom('user_account').select('email').execute()
  expect(people.map(({ email }) => email)).toEqual(
    expect.arrayContaining(members.members.map(({ email }: { email: string }) => email)),
  )
  const adapters = await db.selectFrom('adapter').select('settings').execute()
  expect(adapters.length).toBeGreaterThan(0)
  for (const { settings } of adapters) expect(ctx.vault.open(settings)).toContain('adapter_name')
  expect(await describeRules(target.url)).toEqual(await describeRules(server.databaseUrl))
  // Sequences continue where they were.
  await createAccount({ db }, { username: 'next', email: 'next@example.org' })
  await close()
})

test('restores a backup of a version that stored platform keys in clear, and the next start seals them', async () => {
  const { ctx } = server
  const olderDatabase = await cloneDatabase()
  const newDatabase = await cloneDatabase()
  const older = connect(olderDatabase.url, ctx.log, 1)
  await sql`drop schema public cascade; create schema public`.execute(older.db)
  await migrate(olderDatabase.url, { upTo: '0420-less-per-document' })
  const key = '5ad2b6c2-0d6e-4a4e-8f6a-b1f5e6a5c001'
  await sql`insert into organization (slug, name, display_name) values ('old', 'old', 'Old')`.execute(
    older.db,
  )
  await sql`insert into platform_key (organization_id, key, key_name, is_active)
    select id, ${key}, 'Key #1', true from organization`.execute(older.db)
  await older.close()
  const file = join(folder, 'older')

  await writeBackup({ ...source, databaseUrl: olderDatabase.url }, file)
  await readBackup(file, { ...given(), databaseUrl: newDatabase.url })

  const { db, close } = connect(newDatabase.url, ctx.log, 2)
  await sealPlatformKeys({ db, vault: ctx.vault })
  const rows = await db.selectFrom('platform_key').selectAll().execute()
  expect(rows).toMatchObject([{ key: null, key_name: 'Key #1', is_active: true }])
  expect(ctx.vault.open(rows[0]?.sealed_key ?? '')).toBe(key)
  await close()
  await olderDatabase.drop()
  await newDatabase.drop()
})

test('restores the jobs that a version which kept them elsewhere had not done yet', async () => {
  const { ctx } = server
  const olderDatabase = await cloneDatabase()
  const newDatabase = await cloneDatabase()
  const older = connect(olderDatabase.url, ctx.log, 1)
  await sql`drop schema public cascade; create schema public`.execute(older.db)
  await migrate(olderDatabase.url, { upTo: '0494-clock-without-review' })
  await createEarlierTables(older.pool)
  await sql`insert into organization (slug, name, display_name) values ('old', 'old', 'Old')`.execute(
    older.db,
  )
  const payload = { organizationId: 1, jobId: '5ad2b6c2-0d6e-4a4e-8f6a-b1f5e6a5c001' }
  const name = 'text-service/deliver-webhook'
  const job = { key: 'deliver-webhook:1', name, status: 'ENQUEUED', organizationId: 1, payload }
  await insertEarlierJob(older.pool, job)
  await older.close()
  const file = join(folder, 'older-jobs')

  await writeBackup({ ...source, databaseUrl: olderDatabase.url }, file)
  await readBackup(file, { ...given(), databaseUrl: newDatabase.url })

  const { db, close } = connect(newDatabase.url, ctx.log, 2)
  expect(await importEarlierJobs(db, [name])).toBe(1)
  const jobs = await db
    .selectFrom('work_item')
    .select(['key', 'kind', 'payload', 'state'])
    .execute()
  expect(jobs).toEqual([{ key: 'deliver-webhook:1', kind: name, payload, state: 'waiting' }])
  await close()
  await olderDatabase.drop()
  await newDatabase.drop()
})

test('restores a backup of a folder into a bucket, and one of a bucket into a folder', async () => {
  const bucket = await startBucketServer(['recto'])
  const { key, secret, url } = bucket
  const { files, close } = openFileStore({
    fileStore: { kind: 'bucket', root: 'recto/one', endpoint: url, region: 'eu', key, secret },
  })
  const firstDatabase = await cloneDatabase()
  const secondDatabase = await cloneDatabase()
  await server.ctx.files.write('documents/moved/long.bin', Buffer.alloc(9_000_000, 3))
  const exportedFolder = join(folder, 'out')
  const restoredFolder = join(folder, 'back')

  await writeBackup(source, exportedFolder)
  await readBackup(exportedFolder, { ...given(), files, databaseUrl: firstDatabase.url })
  await files.write('uploads/under-way', 'belongs to a request')
  await writeBackup({ ...source, files, databaseUrl: firstDatabase.url }, restoredFolder)
  const restoreTarget = { ...given(), databaseUrl: secondDatabase.url }
  await readBackup(restoredFolder, restoreTarget)

  const storedPaths = (await listSortedPaths(files)).filter((path) => !path.startsWith('uploads/'))
  expect(await listSortedPaths(restoreTarget.files)).toEqual(storedPaths)
  expect(await restoreTarget.files.stat('documents/moved/long.bin')).toMatchObject({
    size: 9_000_000,
  })
  await close()
  await bucket.stop()
  await firstDatabase.drop()
  await secondDatabase.drop()
})

test('restores documents from all their locations', async () => {
  const { ctx } = server
  const { id: organizationId } = await ctx.db
    .selectFrom('organization')
    .select('id')
    .executeTakeFirstOrThrow()
  const tenant = { db: ctx.db, organizationId }
  const mimeType = 'text/plain'
  const today = await storeBytes(ctx, tenant, { bytes: Buffer.from('of today'), mimeType })
  const hash = createHash('sha256').update('of yesterday').digest('hex')
  await ctx.files.write(`documents/${organizationId}/${hash}/original`, 'of yesterday')
  await sql`insert into stored_document (organization_id, hash, size, mime_type)
    values (${organizationId}, ${hash}, 12, ${mimeType})`.execute(ctx.db)
  await ctx.files.write('drafts/half-written', 'belongs to nothing')
  const file = join(folder, 'documents')
  const empty = await cloneDatabase()

  await writeBackup(source, file)
  const restoreTarget = { ...given(), databaseUrl: empty.url }
  await readBackup(file, restoreTarget)

  const { db, close } = connect(empty.url, ctx.log, 1)
  const read = async (one: string) =>
    String(Buffer.from(await readDocumentBytes(restoreTarget, { db, organizationId }, one)))
  expect(await read(today.hash)).toBe('of today')
  expect(await read(hash)).toBe('of yesterday')
  expect(await restoreTarget.files.stat('drafts/half-written')).toBeUndefined()
  await close()
  await empty.drop()
})

/** References and triggers of a database, which a restore suspends. */
async function describeRules(url: string): Promise<unknown> {
  const { db, close } = connect(url, server.ctx.log, 1)
  const references = await sql`select conrelid::regclass::text, conname, convalidated,
      pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1, 2`.execute(db)
  const triggers = await sql`select tgrelid::regclass::text, tgname, tgenabled from pg_trigger
      where not tgisinternal order by 1, 2`.execute(db)
  await close()
  expect(references.rows.length).toBeGreaterThan(10)
  return [references.rows, triggers.rows]
}

function given() {
  const keys: string[] = []
  const files = openLocalFileStore(join(folder, `files-${Math.random()}`))
  return { keys, files, storeKey: async (key: string) => void keys.push(key) }
}

async function countOrganizations(url: string): Promise<number> {
  const { db, close } = connect(url, server.ctx.log, 1)
  const rows = await db.selectFrom('organization').select('id').execute()
  await close()
  return rows.length
}
