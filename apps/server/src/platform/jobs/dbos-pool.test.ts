import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { poolForDbos } from './dbos-pool.ts'

test('a stopped server behind a Unix socket is recognised as a lost connection', async () => {
  const pool = new pg.Pool({ host: join(tmpdir(), 'no-such-socket-folder'), max: 1 })
  const forEngine = poolForDbos(pool)

  await expect(pool.query('select 1')).rejects.toThrow(/ENOENT/)
  await expect(forEngine.query('select 1')).rejects.toThrow(/^ECONNRESET/)
  await expect(forEngine.connect()).rejects.toThrow(/^ECONNRESET/)

  expect(forEngine.options.max).toBe(1)
  await forEngine.end()
})
