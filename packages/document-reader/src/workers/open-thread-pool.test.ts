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
  const refused = expect(pool.run(() => order, { name: 'a.pdf' })).rejects.toMatchObject({
    code: 'reader-crashed',
    message: expect.stringContaining('“a.pdf” cannot be read'),
  })
  const next = pool.run(() => 'returns')

  await refused
  expect(await next).toBe(1)
})

test('a program that does not start says nothing of the file', async () => {
  const broken = openThreadPool<ThreadOrder, number>({
    program: new URL('../testing/no-such-program.ts', import.meta.url),
    threads: 1,
    timeoutSeconds: 3,
  })

  await expect(broken.run(() => 'returns', { name: 'a.pdf' })).rejects.toMatchObject({
    code: 'interrupted',
  })
  await broken.close()
})

test('a job that hangs is ended at its time limit, and the waiting one is done', async () => {
  const refused = expect(pool.run(() => 'hangs')).rejects.toMatchObject({ code: 'timed-out' })
  const next = pool.run(() => 'returns')

  await refused
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
  const running = expect(pool.run(() => 'hangs', { signal })).rejects.toThrow('Olga left')
  const waiting = expect(pool.run(() => 'returns', { signal })).rejects.toThrow('Olga left')
  const other = pool.run(() => 'returns')

  controller.abort(new Error('Olga left'))
  await running
  await waiting
  expect(await other).toBe(1)
  await expect(pool.run(() => 'returns', { signal })).rejects.toThrow('Olga left')
})

test('closing ends what runs, what waits and what comes later', async () => {
  const running = expect(pool.run(() => 'hangs')).rejects.toThrow('The reader is closed.')
  const waiting = expect(pool.run(() => 'returns')).rejects.toThrow('The reader is closed.')

  await pool.close()
  await running
  await waiting
  await expect(pool.run(() => 'returns')).rejects.toThrow('The reader is closed.')
})

test('the bytes of the caller stay with the caller', async () => {
  const bytes = new Uint8Array([1, 2, 3])

  await pool.run(() => bytes)

  expect([...bytes]).toEqual([1, 2, 3])
})
