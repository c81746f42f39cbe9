/** `npm run restore -- FILE`: restores a backup into an empty data folder or an empty database. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../platform/app-error.ts'
import { type Config, parseKey } from '../platform/config/config.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { isTemporaryPath } from '../platform/files/temporary-folders.ts'
import { acquireDataLock } from '../platform/lock/data-lock.ts'
import { openLog } from '../platform/log/log.ts'
import { getKeyFile } from '../platform/vault/unlock-vault.ts'
import { readBackup } from './backup/read-backup.ts'
import { assertFileStoreAvailable, openFileStore } from './process/open-file-store.ts'
import { print, runCommand } from './process/run-process.ts'

await runCommand(async (config) => {
  const [file] = process.argv.slice(2)
  if (!file) throw new StartupError('Specify a backup file: npm run restore -- FILE')
  if (!existsSync(file)) throw new StartupError(`The file ${file} does not exist.`)
  if (config.databaseUrl === undefined) await restoreIntoDataFolder(config, file)
  else await restore(config, config.databaseUrl, file)
  print('The backup was restored. Start Recto with npm start.')
})

/** A failed restore leaves the folder as empty as it was. */
async function restoreIntoDataFolder(config: Config, file: string): Promise<void> {
  const { dataDir } = config
  await assertFolderEmpty(dataDir)
  const lock = await acquireDataLock(dataDir)
  try {
    const { url, stop } = await startEmbeddedPostgres({ dataDir, log: openLog(config) })
    try {
      await restore(config, url, file)
    } finally {
      await stop()
    }
  } catch (error) {
    await Promise.all(
      ['postgres', 'postgres.log', 'files', 'encryption.key'].map((name) =>
        rm(join(dataDir, name), { recursive: true, force: true }),
      ),
    )
    throw error
  } finally {
    await lock.release()
  }
}

async function restore(config: Config, databaseUrl: string, file: string): Promise<void> {
  const { files, close } = openFileStore(config)
  try {
    await assertFileStoreAvailable(files, { seconds: 5, print })
    await assertFileStoreEmpty(files)
    await readBackup(file, { databaseUrl, files, storeKey: (key) => storeKey(config, key) })
  } finally {
    await close()
  }
}

async function assertFileStoreEmpty(files: FileStore): Promise<void> {
  for await (const name of files.listPaths()) {
    if (isTemporaryPath(name)) continue
    throw new StartupError(
      `The file store already contains files, such as ${name}. Nothing was restored. Set FILE_STORE_URL to an empty location.`,
    )
  }
}

async function storeKey({ encryptionKey, dataDir }: Config, key: string): Promise<void> {
  if (encryptionKey === undefined) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(getKeyFile(dataDir), `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } else if (!parseKey(key)?.equals(parseKey(encryptionKey) ?? Buffer.of())) {
    throw new StartupError('ENCRYPTION_KEY is not the key of this backup. Nothing was restored.')
  }
}

async function assertFolderEmpty(folder: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : []
  if (names.every((name) => name === 'recto.lock')) return
  throw new StartupError(
    `${folder} is not empty. Nothing was restored. Set RECTO_DATA_DIR to a new folder, or move this one away.`,
  )
}
