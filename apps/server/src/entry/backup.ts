/**
 * `npm run backup -- FILE`: writes database, files and key into one file, also while the product
 * runs.
 */
import { readFile, stat } from 'node:fs/promises'
import { StartupError } from '../platform/app-error.ts'
import type { Config } from '../platform/config/config.ts'
import { getKeyFile } from '../platform/vault/unlock-vault.ts'
import { writeBackup } from './backup/write-backup.ts'
import { assertFileStoreAvailable, openFileStore } from './process/open-file-store.ts'
import { print, runCommand } from './process/run-process.ts'
import { withDatabase } from './process/with-database.ts'

await runCommand(async (config) => {
  const [file] = process.argv.slice(2)
  if (!file) throw new StartupError('Specify the file to write: npm run backup -- FILE')
  const encryptionKey = await readKey(config)
  const { files, close } = openFileStore(config)
  try {
    await assertFileStoreAvailable(files, { seconds: 5, print })
    await withDatabase(config, (databaseUrl) =>
      writeBackup({ databaseUrl, files, encryptionKey }, file),
    )
  } finally {
    await close()
  }
  const megabytes = ((await stat(file)).size / 1e6).toFixed(1)
  print(
    `${file} contains the whole installation (${megabytes} MB), including its encryption key. Keep it private.`,
  )
})

async function readKey({ encryptionKey, dataDir }: Config): Promise<string> {
  if (encryptionKey !== undefined) return encryptionKey
  const file = getKeyFile(dataDir)
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    throw new StartupError(`The encryption key in ${file} cannot be read.`, { cause })
  }
}
