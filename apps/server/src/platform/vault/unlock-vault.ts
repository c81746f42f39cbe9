import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../app-error.ts'
import { type Config, parseKey } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import { findInstallationValue, setInstallationValueOnce } from '../db/installation-values.ts'
import { openVault, type Vault } from './vault.ts'

type UnlockVaultOptions = {
  readonly config: Pick<Config, 'encryptionKey' | 'dataDir'>
  readonly db: Db
  /** Prints what the operator of the installation must know. */
  readonly print: (line: string) => void
}

/** Key of the stored text that the encryption key must open. */
export const keyCheckEntry = 'encryption-check'
export const keyCheckText = 'recto'
/** Present while some values are sealed with the old key and some with the new one. */
export const rotationEntry = 'encryption-rotation'

export const getKeyFile = (dataDir: string) => join(dataDir, 'encryption.key')

/**
 * Opens the vault of this installation, whose key must open the value that the first start sealed.
 * A key is created only if nothing was sealed yet. Throws `StartupError` if the key is missing or
 * wrong.
 */
export async function unlockVault({ config, db, print }: UnlockVaultOptions): Promise<Vault> {
  const file = getKeyFile(config.dataDir)
  if ((await findInstallationValue({ db }, rotationEntry)) !== undefined) {
    throw new StartupError(
      'The encryption key is being changed. If the change was interrupted, run `npm run rotate-key` again.',
    )
  }
  const sealedProof = await findInstallationValue({ db }, keyCheckEntry)
  const configuredKey = config.encryptionKey ?? (await readKey(file))
  if (configuredKey === undefined && sealedProof !== undefined) {
    throw new StartupError(
      `The database contains encrypted credentials, but their key is missing. Restore ${file} from a backup, or set ENCRYPTION_KEY.`,
    )
  }
  const vault = openVault(decodeKey(configuredKey ?? (await createKey(file, print)), file))
  await assertKeyMatches(db, vault, sealedProof)
  return vault
}

async function readKey(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartupError(`The encryption key in ${file} cannot be read.`, { cause })
  }
}

async function createKey(file: string, print: UnlockVaultOptions['print']): Promise<string> {
  const key = randomBytes(32).toString('hex')
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(`${key}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  print(
    `An encryption key was created: ${file}. Back it up. Without it, stored credentials are lost.`,
  )
  return key
}

function decodeKey(key: string, file: string): Buffer {
  const bytes = parseKey(key)
  if (!bytes) {
    throw new StartupError(`${file} does not contain a 32-byte key. Restore it from a backup.`)
  }
  return bytes
}

async function assertKeyMatches(
  db: Db,
  vault: Vault,
  sealedProof: string | undefined,
): Promise<void> {
  if (sealedProof === undefined) {
    await setInstallationValueOnce({ db }, keyCheckEntry, vault.seal(keyCheckText))
  }
  // Read again, because another process may have stored it first, with another key.
  const storedProof = sealedProof ?? (await findInstallationValue({ db }, keyCheckEntry)) ?? ''
  try {
    vault.open(storedProof)
  } catch (cause) {
    throw new StartupError(
      'ENCRYPTION_KEY, or the key in the data folder, is not the key that this database was encrypted with.',
      { cause },
    )
  }
}
