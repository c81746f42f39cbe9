import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unlockVault } from '../platform/vault/unlock-vault.ts'
import { openVault } from '../platform/vault/vault.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'

const oldKey = '07'.repeat(32)
const nextKey = '08'.repeat(32)
const old = openVault(Buffer.from(oldKey, 'hex'))
const next = openVault(Buffer.from(nextKey, 'hex'))
const count = 4000

let server: TestServer

beforeAll(async () => {
  server = await startServer()
  const { db } = server.ctx
  const { id: organization_id } = await db
    .selectFrom('organization')
    .select('id')
    .executeTakeFirstOrThrow()
  for (let part = 0; part < count; part += 1000) {
    await db
      .insertInto('text_service_key')
      .values(
        Array.from({ length: 1000 }, (_, index) => ({
          organization_id,
          key_hash: `hash ${part + index}`,
          sealed_key: old.seal(`secret ${part + index}`),
          description: 'For a rotation',
          is_active: false,
        })),
      )
      .execute()
  }
  // A mail that waits for its next attempt.
  await db
    .insertInto('outgoing_mail')
    .values({ sealed: old.seal('a mail'), next_try_at: new Date('2100-01-01T00:00:00Z') })
    .execute()
})
afterAll(() => server.close())

const command = fileURLToPath(new URL('rotate-key.ts', import.meta.url))

/** Runs the command in a process of its own; killed once it reports progress if requested. */
async function rotate({ isKilled = false, key = nextKey } = {}) {
  const child = spawn(process.execPath, [command], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: server.databaseUrl,
      RECTO_DATA_DIR: `${server.ctx.config.dataDir}/rotation`,
      ENCRYPTION_KEY: oldKey,
      NEXT_ENCRYPTION_KEY: key,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listen = (text: string) => {
    output += text
    if (isKilled && output.includes('text_service_key')) child.kill('SIGKILL')
  }
  child.stdout.setEncoding('utf8').on('data', listen)
  child.stderr.setEncoding('utf8').on('data', listen)
  const [code] = await once(child, 'close')
  return { code, said: output }
}

const opens = (vault: typeof old, sealedText: string) => {
  try {
    vault.open(sealedText)
    return true
  } catch {
    return false
  }
}

async function sealedBy(vault: typeof old): Promise<number> {
  const rows = await server.ctx.db.selectFrom('text_service_key').select('sealed_key').execute()
  return rows.filter(({ sealed_key }) => opens(vault, sealed_key)).length
}

async function openPlatformKeys(vault: typeof old): Promise<readonly string[]> {
  const rows = await server.ctx.db.selectFrom('platform_key').select('sealed_key').execute()
  return rows.map(({ sealed_key }) => vault.open(sealed_key ?? ''))
}

const unlock = (encryptionKey: string) =>
  unlockVault({
    config: { encryptionKey, dataDir: server.ctx.config.dataDir },
    db: server.ctx.db,
    print: () => {},
  })

test('a rotation with an invalid key changes nothing', async () => {
  const { code, said: output } = await rotate({ key: 'short' })

  expect(code).not.toBe(0)
  expect(output).toContain('An encryption key must be 32 bytes long.')
  await unlock(oldKey)
})

test('a rotation killed halfway loses nothing, blocks all starts, and can be continued', async () => {
  const { db } = server.ctx
  const rowsBefore = await db.selectFrom('adapter').select('settings').execute()
  const clear = rowsBefore.map(({ settings }) => old.open(settings)).sort()
  const platformKeys = await openPlatformKeys(old)
  const interruptedRun = await rotate({ isKilled: true })
  const resealedCount = await sealedBy(next)

  expect(interruptedRun.code).toBeNull()
  expect(resealedCount).toBeGreaterThan(0)
  expect(await sealedBy(old)).toBeGreaterThan(0)
  expect(resealedCount + (await sealedBy(old))).toBeGreaterThanOrEqual(count)
  await expect(unlock(oldKey)).rejects.toThrow('npm run rotate-key')
  await expect(unlock(nextKey)).rejects.toThrow('npm run rotate-key')

  const done = await rotate()
  expect([done.code, done.said.includes('Set ENCRYPTION_KEY')]).toEqual([0, true])
  expect(await sealedBy(old)).toBe(0)
  expect(await sealedBy(next)).toBeGreaterThanOrEqual(count)
  const rowsAfter = await db.selectFrom('adapter').select('settings').execute()
  expect(rowsAfter.map(({ settings }) => next.open(settings)).sort()).toEqual(clear)
  expect(await openPlatformKeys(next)).toEqual(platformKeys)
  const mail = await db.selectFrom('outgoing_mail').select('sealed').executeTakeFirstOrThrow()
  expect(next.open(mail.sealed ?? '')).toBe('a mail')
  await unlock(nextKey)
  await expect(unlock(oldKey)).rejects.toThrow('not the key that this database was encrypted with')
})
