/** `npm run backup -- FILE`: database, files and key in one file, also while the product runs. */
import { readFile, stat } from 'node:fs/promises'
import type { Config } from '../platform/config/config.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { keyFileOf } from '../platform/vault/unlock-vault.ts'
import { writeBackup } from './backup/write-backup.ts'
import { openFileStore, refuseLostFiles } from './process/open-file-store.ts'
import { print, runCommand } from './process/run-process.ts'
import { withDatabase } from './process/with-database.ts'

await runCommand(async (config) => {
  const [file] = process.argv.slice(2)
  if (!file) throw new StartRefused('Say where to: npm run backup -- FILE')
  const encryptionKey = await readKey(config)
  const { files, close } = openFileStore(config)
  try {
    await refuseLostFiles(files, { seconds: 5, print })
    await withDatabase(config, (databaseUrl) =>
      writeBackup({ databaseUrl, files, encryptionKey }, file),
    )
  } finally {
    await close()
  }
  const megabytes = ((await stat(file)).size / 1e6).toFixed(1)
  print(
    `${file} holds the whole installation (${megabytes} MB), its encryption key included: keep it private.`,
  )
})

async function readKey({ encryptionKey, dataDir }: Config): Promise<string> {
  if (encryptionKey !== undefined) return encryptionKey
  const file = keyFileOf(dataDir)
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    throw new StartRefused(`The encryption key in ${file} cannot be read.`, { cause })
  }
}
