/** `npm run rotate-key`: reseals every stored credential with a new key, while nothing runs. */
import process from 'node:process'
import { connect } from '../platform/db/connect.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts'
import { acquireDataLock } from '../platform/lock/data-lock.ts'
import { openLog } from '../platform/log/log.ts'
import { rotateEncryptionKey } from '../platform/vault/rotate-key.ts'
import { print, runCommand } from './process/run-process.ts'

await runCommand(async (config) => {
  const { databaseUrl, dataDir } = config
  const log = openLog(config)
  const rotate = async (url: string) => {
    const { db, close } = connect(url, log, 2)
    try {
      await rotateEncryptionKey({ db, config, nextKey: process.env.NEXT_ENCRYPTION_KEY, print })
    } finally {
      await close()
    }
  }
  // The lock says that nothing runs on this folder.
  const lock = await acquireDataLock(dataDir)
  try {
    if (databaseUrl !== undefined) await rotate(databaseUrl)
    else {
      const { url, stop } = await startEmbeddedPostgres({ dataDir, log })
      try {
        await rotate(url)
      } finally {
        await stop()
      }
    }
  } finally {
    await lock.release()
  }
  print(
    config.encryptionKey === undefined
      ? 'All secrets are now encrypted with the new key. Back it up. Older backups still need the old key.'
      : 'All secrets are now encrypted with the new key. Set ENCRYPTION_KEY to it before you start Recto.',
  )
})
