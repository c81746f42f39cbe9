import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Config, keyBytes } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import { findMark } from '../db/marks.ts'
import { StartRefused } from '../start-refused.ts'
import { checkMark, keyFileOf, proof, rotationMark } from './unlock-vault.ts'
import { openVault, type Vault, VaultError } from './vault.ts'

type Given = {
  readonly db: Db
  readonly config: Pick<Config, 'dataDir' | 'encryptionKey'>
  /** Where the present key is a setting: the one that takes its place. */
  readonly nextKey: string | undefined
  readonly print: (line: string) => void
}

/** How many are sealed anew in one transaction. */
const atOnce = 100

/**
 * Seals everything with another key. Whatever interrupts it, the next call goes on where it was: what is
 * sealed with the new key already is left alone, and until all of it is, no process starts.
 */
export async function rotateKey({ db, config, nextKey, print }: Given): Promise<void> {
  const keys = await findKeys(db, config, nextKey)
  if (!keys) return print('The key was changed already: only the file had to be put in its place.')
  const vaults = { old: openVault(keys.old), next: openVault(keys.next) }
  await assertOpens(db, vaults)
  await sql`insert into installation (key, value) values (${rotationMark}, 'running')
    on conflict (key) do nothing`.execute(db)
  for (const column of await sealedColumns(db)) await reseal(db, vaults, column, print)
  await db.transaction().execute(async (trx) => {
    await sql`update installation set value = ${vaults.next.seal(proof)}
      where key = ${checkMark}`.execute(trx)
    // Where the key is a file, it is put in its place first.
    if (config.encryptionKey === undefined) await putInPlace(config.dataDir)
    await sql`delete from installation where key = ${rotationMark}`.execute(trx)
  })
}

type Vaults = { readonly old: Vault; readonly next: Vault }
type Keys = { readonly old: Buffer; readonly next: Buffer }

const nextFileOf = (dataDir: string) => `${keyFileOf(dataDir)}.next`

async function findKeys(
  db: Db,
  { dataDir, encryptionKey }: Given['config'],
  nextKey: string | undefined,
): Promise<Keys | undefined> {
  if (encryptionKey !== undefined) {
    if (nextKey === undefined) {
      throw new StartRefused(
        'The key is a setting: set NEXT_ENCRYPTION_KEY to the new one as well.',
      )
    }
    return { old: bytesOf(encryptionKey), next: bytesOf(nextKey) }
  }
  const old = (await readFile(keyFileOf(dataDir), 'utf8')).trim()
  const found = await readNext(dataDir)
  if (found === undefined && (await findMark({ db }, rotationMark)) !== undefined) {
    // It was stopped after the file was put in its place, and before that was written down.
    await finish(db, openVault(bytesOf(old)))
    return undefined
  }
  return { old: bytesOf(old), next: bytesOf(found ?? (await makeNext(dataDir))) }
}

async function finish(db: Db, vault: Vault): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update installation set value = ${vault.seal(proof)}
      where key = ${checkMark}`.execute(trx)
    await sql`delete from installation where key = ${rotationMark}`.execute(trx)
  })
}

function bytesOf(key: string): Buffer {
  const bytes = keyBytes(key)
  if (!bytes) throw new StartRefused('A key has 32 bytes.')
  return bytes
}

async function readNext(dataDir: string): Promise<string | undefined> {
  try {
    const text = (await readFile(nextFileOf(dataDir), 'utf8')).trim()
    // It was stopped before anything was sealed with what should have stood there.
    return keyBytes(text) ? text : undefined
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}

/** On the disk before anything is sealed with it. */
async function makeNext(dataDir: string): Promise<string> {
  const key = randomBytes(32).toString('hex')
  const handle = await open(nextFileOf(dataDir), 'w', 0o600)
  try {
    await handle.writeFile(`${key}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return key
}

async function putInPlace(dataDir: string): Promise<void> {
  await rename(nextFileOf(dataDir), keyFileOf(dataDir))
}

/** Neither key is a stranger's. */
async function assertOpens(db: Db, { old, next }: Vaults): Promise<void> {
  const sealed = await findMark({ db }, checkMark)
  if (sealed === undefined) throw new StartRefused('Nothing is sealed here: there is no key yet.')
  if (openWith(old, sealed) === undefined && openWith(next, sealed) === undefined) {
    throw new StartRefused('The key is not the one that this database was sealed with.')
  }
}

type Column = { readonly table: string; readonly name: string }

/** By their names, so that none is forgotten; the settings of adapters alone are called otherwise. */
async function sealedColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as name from information_schema.columns
    where table_schema = current_schema()
      and (column_name like 'sealed\\_%' or (table_name = 'adapter' and column_name = 'settings'))
    order by 1, 2`.execute(db)
  return rows
}

/** In the order of the sealed texts themselves: one that was sealed anew may come again, and is left alone. */
async function reseal(
  db: Db,
  { old, next }: Vaults,
  { table, name }: Column,
  print: Given['print'],
): Promise<void> {
  const column = sql.ref(name)
  let last = ''
  let count = 0
  for (;;) {
    const { rows } = await sql<{ sealed: string }>`
      select ${column} as sealed from ${sql.table(table)}
      where ${column} collate "C" > ${last} order by ${column} collate "C" limit ${atOnce}`.execute(
      db,
    )
    const stale = rows.flatMap(({ sealed }) => {
      if (openWith(next, sealed) !== undefined) return []
      return [{ from: sealed, to: next.seal(old.open(sealed)) }]
    })
    await sql`update ${sql.table(table)} as thing set ${column} = renewed.fresh
      from unnest(${stale.map(({ from }) => from)}::text[], ${stale.map(({ to }) => to)}::text[])
        as renewed (stale, fresh)
      where thing.${column} = renewed.stale`.execute(db)
    count += stale.length
    last = rows.at(-1)?.sealed ?? ''
    if (rows.length > 0) print(`${table}.${name}: ${count} sealed anew`)
    if (rows.length < atOnce) return
  }
}

function openWith(vault: Vault, sealed: string): string | undefined {
  try {
    return vault.open(sealed)
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}
