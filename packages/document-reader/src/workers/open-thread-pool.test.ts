import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ThreadOrder } from '../testing/misbehaving-thread.ts'
import { openThreadPool, type ThreadPool } from './open-thread-pool.ts'

let pool: ThreadPool<ThreadOrder, number>

beforeEach(() => {
  pool = openThreadPool({
    program: new URL('../testing/misbehaving-thread.ts', import.meta.url),
    threads: 1,
    timeoutSeconds: 3,
  })
})

afterEach(() => pool.close())

test.each(['exits', 'throws'] as const)('a job whose thread %s fails alone', async (order) => {
  const refusal = expect(pool.run(() => order, { name: 'a.pdf' })).rejects.toMatchObject({
    code: 'reader-crashed',
    message: expect.stringContaining('“a.pdf” cannot be read'),
  })
  const next = pool.run(() => 'returns')

  await refusal
  expect(await next).toBe(1)
})

test('a program that does not start says nothing of the file', async () => {
  const brokenPool = openThreadPool<ThreadOrder, number>({
    program: new URL('../testing/no-such-program.ts', import.meta.url),
    threads: 1,
    timeoutSeconds: 3,
  })

  await expect(brokenPool.run(() => 'returns', { name: 'a.pdf' })).rejects.toMatchObject({
    code: 'interrupted',
  })
  await brokenPool.close()
})

test('a job that hangs is ended at its time limit, and the waiting one is done', async () => {
  const refusal = expect(pool.run(() => 'hangs')).rejects.toMatchObject({ code: 'timed-out' })
  const next = pool.run(() => 'returns')

  await refusal
  expect(await next).toBe(1)
})

test('a refusal arrives as it was thrown and costs no thread', async () => {
  await expect(pool.run(() => 'refuses')).rejects.toMatchObject({
    name: 'ReadError',
    code: 'broken-file',
    message: 'It is torn.',
  })

  expect(await pool.run(() => 'returns')).toBe(2)
})

test('a job is aborted with the reason of its caller, running or waiting', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const runningJob = expect(pool.run(() => 'hangs', { signal })).rejects.toThrow('Olga left')
  const waitingJob = expect(pool.run(() => 'returns', { signal })).rejects.toThrow('Olga left')
  const otherJob = pool.run(() => 'returns')

  controller.abort(new Error('Olga left'))
  await runningJob
  await waitingJob
  expect(await otherJob).toBe(1)
  await expect(pool.run(() => 'returns', { signal })).rejects.toThrow('Olga left')
})

test('closing ends what runs, what waits and what comes later', async () => {
  const runningJob = expect(pool.run(() => 'hangs')).rejects.toThrow('The reader is closed.')
  const waitingJob = expect(pool.run(() => 'returns')).rejects.toThrow('The reader is closed.')

  await pool.close()
  await runningJob
  await waitingJob
  await expect(pool.run(() => 'returns')).rejects.toThrow('The reader is closed.')
})

test('the bytes of the caller stay with the caller', async () => {
  const bytes = new Uint8Array([1, 2, 3])

  await pool.run(() => bytes)

  expect([...bytes]).toEqual([1, 2, 3])
})
