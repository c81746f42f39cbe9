import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, keyBytes } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import { findMark, setMark } from '../db/marks.ts'
import { StartRefused } from '../start-refused.ts'
import { openVault, type Vault } from './vault.ts'

type Given = {
  readonly config: Pick<Config, 'encryptionKey' | 'dataDir'>
  readonly db: Db
  /** Says what the person who runs the installation must know. */
  readonly print: (line: string) => void
}

/** Where a text stands that the key of the installation must open. */
export const checkMark = 'encryption-check'
export const proof = 'recto'
/** Stands while some is sealed with one key and some with the next. */
export const rotationMark = 'encryption-rotation'

export const keyFileOf = (dataDir: string) => join(dataDir, 'encryption.key')

/**
 * The vault of this installation, whose key must open the value that its first start sealed. A key
 * is made only where nothing was sealed yet. Throws `StartRefused` when the key is lost or another.
 */
export async function unlockVault({ config, db, print }: Given): Promise<Vault> {
  const file = keyFileOf(config.dataDir)
  if ((await findMark({ db }, rotationMark)) !== undefined) {
    throw new StartRefused(
      'The encryption key is being changed. If that was interrupted, run `npm run rotate-key` again.',
    )
  }
  const sealed = await findMark({ db }, checkMark)
  const known = config.encryptionKey ?? (await readKey(file))
  if (known === undefined && sealed !== undefined) {
    throw new StartRefused(
      `Credentials in the database are sealed, and their key is gone: put ${file} back from a backup, or set ENCRYPTION_KEY.`,
    )
  }
  const vault = openVault(bytesOf(known ?? (await makeKey(file, print)), file))
  await proveKey(db, vault, sealed)
  return vault
}

async function readKey(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartRefused(`The encryption key in ${file} cannot be read.`, { cause })
  }
}

async function makeKey(file: string, print: Given['print']): Promise<string> {
  const key = randomBytes(32).toString('hex')
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(`${key}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  print(`An encryption key was made: ${file}. Back it up; without it stored credentials are lost.`)
  return key
}

function bytesOf(key: string, file: string): Buffer {
  const bytes = keyBytes(key)
  if (!bytes) {
    throw new StartRefused(`${file} does not hold a key of 32 bytes: put it back from a backup.`)
  }
  return bytes
}

async function proveKey(db: Db, vault: Vault, sealed: string | undefined): Promise<void> {
  if (sealed === undefined) {
    await setMark({ db }, checkMark, vault.seal(proof))
  }
  // Read again: another process may have been first, with another key.
  const stored = sealed ?? (await findMark({ db }, checkMark)) ?? ''
  try {
    vault.open(stored)
  } catch (cause) {
    throw new StartRefused(
      'ENCRYPTION_KEY, or the key in the data folder, is not the one that this database was sealed with.',
      { cause },
    )
  }
}
