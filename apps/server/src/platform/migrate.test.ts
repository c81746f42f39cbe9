import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../testing/clone-database.ts'
import { migrate } from './migrate.ts'

test('a migration that waits for the lock of another process gives up, and says what to do', async () => {
  await using cleaning = new AsyncDisposableStack()
  const { url, drop } = await cloneDatabase()
  cleaning.defer(drop)
  const otherProcess = new pg.Client({ connectionString: url })
  await otherProcess.connect()
  cleaning.defer(() => otherProcess.end())
  await otherProcess.query("select pg_advisory_lock(hashtext('recto:migrate'))")

  await expect(migrate(url, { maxLockSeconds: 1 })).rejects.toMatchObject({
    name: 'StartupError',
    isTemporary: true,
    message: expect.stringContaining('other processes hold locks in it'),
  })

  await otherProcess.query("select pg_advisory_unlock(hashtext('recto:migrate'))")
  await migrate(url, { maxLockSeconds: 60 })
})
