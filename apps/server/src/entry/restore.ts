/** `npm run restore -- FILE`: a backup into an empty data folder, or an empty database. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, keyBytes } from '../platform/config/config.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { isPassing } from '../platform/files/passing-folders.ts'
import { takeDataLock } from '../platform/lock/data-lock.ts'
import { openLog } from '../platform/log/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { keyFileOf } from '../platform/vault/unlock-vault.ts'
import { readBackup } from './backup/read-backup.ts'
import { openFileStore, refuseLostFiles } from './process/open-file-store.ts'
import { print, runCommand } from './process/run-process.ts'

await runCommand(async (config) => {
  const [file] = process.argv.slice(2)
  if (!file) throw new StartRefused('Say which: npm run restore -- FILE')
  if (!existsSync(file)) throw new StartRefused(`There is no file ${file}.`)
  if (config.databaseUrl === undefined) await intoDataFolder(config, file)
  else await into(config, config.databaseUrl, file)
  print('Everything is restored. Start with npm start.')
})

/** A restore that fails leaves the folder as empty as it was. */
async function intoDataFolder(config: Config, file: string): Promise<void> {
  const { dataDir } = config
  await refuseFull(dataDir)
  const lock = await takeDataLock(dataDir)
  try {
    const { url, stop } = await startEmbeddedPostgres({ dataDir, log: openLog(config) })
    try {
      await into(config, url, file)
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

async function into(config: Config, databaseUrl: string, file: string): Promise<void> {
  const { files, close } = openFileStore(config)
  try {
    await refuseLostFiles(files, { seconds: 5, print })
    await refuseUsed(files)
    await readBackup(file, { databaseUrl, files, keepKey: (key) => keepKey(config, key) })
  } finally {
    await close()
  }
}

async function refuseUsed(files: FileStore): Promise<void> {
  for await (const name of files.names()) {
    if (isPassing(name)) continue
    throw new StartRefused(
      `The file store holds files already, such as ${name}; nothing was restored. Set FILE_STORE_URL to an empty place.`,
    )
  }
}

async function keepKey({ encryptionKey, dataDir }: Config, key: string): Promise<void> {
  if (encryptionKey === undefined) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(keyFileOf(dataDir), `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } else if (!keyBytes(key)?.equals(keyBytes(encryptionKey) ?? Buffer.of())) {
    throw new StartRefused('ENCRYPTION_KEY is not the key of this backup; nothing was restored.')
  }
}

async function refuseFull(folder: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : []
  if (names.every((name) => name === 'recto.lock')) return
  throw new StartRefused(
    `${folder} is not empty; nothing was restored. Set RECTO_DATA_DIR to a new folder, or move this one away.`,
  )
}
