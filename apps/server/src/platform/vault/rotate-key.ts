import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { sql } from 'kysely'
import { StartupError } from '../app-error.ts'
import { type Config, parseKey } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import { findInstallationValue } from '../db/installation-values.ts'
import { getKeyFile, keyCheckEntry, keyCheckText, rotationEntry } from './unlock-vault.ts'
import { openVault, type Vault, VaultError } from './vault.ts'

type RotateKeyOptions = {
  readonly db: Db
  readonly config: Pick<Config, 'dataDir' | 'encryptionKey'>
  /** The new key, if the present key is a setting. */
  readonly nextKey: string | undefined
  readonly print: (line: string) => void
}

/** Number of values resealed per transaction. */
const batchSize = 100

/**
 * Reseals everything with another key. After an interruption the next call continues: values
 * already sealed with the new key are left alone, and no process starts until everything is
 * resealed.
 */
export async function rotateEncryptionKey({
  db,
  config,
  nextKey,
  print,
}: RotateKeyOptions): Promise<void> {
  const keys = await findKeys(db, config, nextKey)
  if (!keys)
    return print('The key had already been changed. Only the key file still needed to be replaced.')
  const vaults = { old: openVault(keys.old), next: openVault(keys.next) }
  await assertKeysMatch(db, vaults)
  await sql`insert into installation (key, value) values (${rotationEntry}, 'running')
    on conflict (key) do nothing`.execute(db)
  for (const column of await listSealedColumns(db)) await resealColumn(db, vaults, column, print)
  await db.transaction().execute(async (trx) => {
    await sql`update installation set value = ${vaults.next.seal(keyCheckText)}
      where key = ${keyCheckEntry}`.execute(trx)
    // A key in a file is replaced before the marker is removed.
    if (config.encryptionKey === undefined) await replaceKeyFile(config.dataDir)
    await sql`delete from installation where key = ${rotationEntry}`.execute(trx)
  })
}

type Vaults = { readonly old: Vault; readonly next: Vault }
type Keys = { readonly old: Buffer; readonly next: Buffer }

const getNextKeyFile = (dataDir: string) => `${getKeyFile(dataDir)}.next`

async function findKeys(
  db: Db,
  { dataDir, encryptionKey }: RotateKeyOptions['config'],
  nextKey: string | undefined,
): Promise<Keys | undefined> {
  if (encryptionKey !== undefined) {
    if (nextKey === undefined) {
      throw new StartupError(
        'ENCRYPTION_KEY is set. Set NEXT_ENCRYPTION_KEY to the new key as well.',
      )
    }
    return { old: decodeKey(encryptionKey), next: decodeKey(nextKey) }
  }
  const old = (await readFile(getKeyFile(dataDir), 'utf8')).trim()
  const nextKeyText = await readNextKey(dataDir)
  if (
    nextKeyText === undefined &&
    (await findInstallationValue({ db }, rotationEntry)) !== undefined
  ) {
    // A previous run was interrupted after replacing the key file and before removing the marker.
    await finishRotation(db, openVault(decodeKey(old)))
    return undefined
  }
  return { old: decodeKey(old), next: decodeKey(nextKeyText ?? (await createNextKey(dataDir))) }
}

async function finishRotation(db: Db, vault: Vault): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update installation set value = ${vault.seal(keyCheckText)}
      where key = ${keyCheckEntry}`.execute(trx)
    await sql`delete from installation where key = ${rotationEntry}`.execute(trx)
  })
}

function decodeKey(key: string): Buffer {
  const bytes = parseKey(key)
  if (!bytes) throw new StartupError('An encryption key must be 32 bytes long.')
  return bytes
}

async function readNextKey(dataDir: string): Promise<string | undefined> {
  try {
    const text = (await readFile(getNextKeyFile(dataDir), 'utf8')).trim()
    // A previous run was interrupted while writing the file, before anything was sealed.
    return parseKey(text) ? text : undefined
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}

/** The key is flushed to disk before anything is sealed with it. */
async function createNextKey(dataDir: string): Promise<string> {
  const key = randomBytes(32).toString('hex')
  const handle = await open(getNextKeyFile(dataDir), 'w', 0o600)
  try {
    await handle.writeFile(`${key}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return key
}

async function replaceKeyFile(dataDir: string): Promise<void> {
  await rename(getNextKeyFile(dataDir), getKeyFile(dataDir))
}

/** Asserts that one of the two keys opens the database. */
async function assertKeysMatch(db: Db, { old, next }: Vaults): Promise<void> {
  const sealedProof = await findInstallationValue({ db }, keyCheckEntry)
  if (sealedProof === undefined)
    throw new StartupError(
      'Nothing in this database is encrypted yet, so there is no key to change.',
    )
  if (tryOpen(old, sealedProof) === undefined && tryOpen(next, sealedProof) === undefined) {
    throw new StartupError('This is not the key that this database was encrypted with.')
  }
}

type SealedColumn = { readonly table: string; readonly name: string }

/**
 * Finds the columns by name, so that none is forgotten; only the settings of adapters have another
 * name.
 */
async function listSealedColumns(db: Db): Promise<SealedColumn[]> {
  const { rows } = await sql<SealedColumn>`
    select table_name as table, column_name as name from information_schema.columns
    where table_schema = current_schema()
      and (column_name = 'sealed' or column_name like 'sealed\\_%'
        or (table_name = 'adapter' and column_name = 'settings'))
    order by 1, 2`.execute(db)
  return rows
}

/**
 * Pages through the values in their own order: a resealed value may come again and is left alone.
 */
async function resealColumn(
  db: Db,
  { old, next }: Vaults,
  { table, name }: SealedColumn,
  print: RotateKeyOptions['print'],
): Promise<void> {
  const column = sql.ref(name)
  let lastSealed = ''
  let count = 0
  for (;;) {
    const { rows } = await sql<{ sealed: string }>`
      select ${column} as sealed from ${sql.table(table)}
      where ${column} collate "C" > ${lastSealed} order by ${column} collate "C" limit ${batchSize}`.execute(
      db,
    )
    const outdatedValues = rows
      .map(({ sealed: sealedText }) => {
        if (tryOpen(next, sealedText) !== undefined) return undefined
        return { from: sealedText, to: next.seal(old.open(sealedText)) }
      })
      .filter((value) => value !== undefined)
    await sql`update ${sql.table(table)} as thing set ${column} = renewed.fresh
      from unnest(${outdatedValues.map(({ from }) => from)}::text[], ${outdatedValues.map(({ to }) => to)}::text[])
        as renewed (stale, fresh)
      where thing.${column} = renewed.stale`.execute(db)
    count += outdatedValues.length
    lastSealed = rows.at(-1)?.sealed ?? ''
    if (rows.length > 0) print(`${table}.${name}: ${count} values re-encrypted`)
    if (rows.length < batchSize) return
  }
}

function tryOpen(vault: Vault, sealedText: string): string | undefined {
  try {
    return vault.open(sealedText)
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}
