import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProviderError } from '@recto/provider-spec/provider-error'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isConnectionLost, retryOnOutage } from './outage.ts'

const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
const stoodStill = Object.assign(
  new Error('terminating connection due to idle-in-transaction timeout'),
  {
    code: '25P03',
  },
)
const shutDown = Object.assign(new Error('terminating connection'), { code: '57P01' })

test.each([
  ['a refused provider', new ProviderError({ code: 'unreachable', message: 'x', cause: reset })],
  ['a failed fetch', new TypeError('fetch failed', { cause: reset })],
  ['a missing file', Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' })],
  ['a violated constraint', Object.assign(new Error('duplicate key'), { code: '23505' })],
  ['something else', 'ECONNRESET'],
])('%s is not an outage of the database', (_description, error) => {
  expect(isConnectionLost(error)).toBe(false)
})

test('treats a stopped or missing server, a cut connection and an ended transaction as outages', async () => {
  const unreachablePool = new pg.Pool({ host: join(tmpdir(), 'no-such-socket-folder') })

  const error = await unreachablePool.query('select 1').catch((reason: unknown) => reason)

  const outageErrors = [error, reset, shutDown, stoodStill]
  expect(outageErrors.map(isConnectionLost)).toEqual(outageErrors.map(() => true))
  await unreachablePool.end()
})

test('repeats work after an outage when the database is back, but not forever', async () => {
  let outages = 1
  let waits = 0
  const run = async () => {
    if (outages-- > 0) throw shutDown
    return 'stored'
  }
  const untilBack = async () => void waits++

  expect(await retryOnOutage(run, untilBack)).toBe('stored')
  expect(waits).toBe(1)

  // Each connection of a pool may fail once more after the first one is back.
  outages = 12
  expect(await retryOnOutage(run, untilBack)).toBe('stored')

  outages = 100
  await expect(retryOnOutage(run, untilBack)).rejects.toBe(shutDown)
})

test('waits longer for a free connection than a restart may take, but not forever', async () => {
  const refusal = Object.assign(new Error('remaining connection slots are reserved'), {
    code: '53300',
  })
  let refusals = 100
  const run = async () => {
    if (refusals-- > 0) throw refusal
    return 'stored'
  }
  const waitedFor: unknown[] = []
  const untilBack = async (error: unknown) => void waitedFor.push(error)

  expect(await retryOnOutage(run, untilBack)).toBe('stored')
  expect(waitedFor).toEqual(Array.from({ length: 100 }, () => refusal))

  refusals = 1000
  await expect(retryOnOutage(run, untilBack)).rejects.toBe(refusal)
})
