import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorkerPool, type WorkerPool } from './open-worker-pool.ts'

let pool: WorkerPool

beforeEach(() => {
  pool = openWorkerPool({
    worker: new URL('../testing/misbehaving-worker.ts', import.meta.url),
    threads: 1,
    timeoutSeconds: 3,
    memoryMegabytes: 64,
  })
})

afterEach(() => pool.close())

function job(name: string) {
  return { bytes: new Uint8Array([1]), name, maxPages: 1 }
}

test.each(['exits', 'throws'])('a job whose worker %s fails alone', async (name) => {
  const refused = expect(pool.run(job(name))).rejects.toMatchObject({
    code: 'reader-crashed',
    message: expect.stringContaining(name),
  })
  const next = pool.run(job('invoice.pdf'))

  await refused
  expect(await next).toHaveLength(1)
})

test('a job that hangs is ended at its time limit, and the waiting one is done', async () => {
  const refused = expect(pool.run(job('hangs'))).rejects.toMatchObject({ code: 'timed-out' })
  const next = pool.run(job('invoice.pdf'))

  await refused
  expect(await next).toHaveLength(1)
})

test('a job is aborted with the reason of its caller, running or waiting', async () => {
  const controller = new AbortController()
  const running = expect(pool.run(job('hangs'), controller.signal)).rejects.toThrow('Olga left')
  const waiting = expect(pool.run(job('b.pdf'), controller.signal)).rejects.toThrow('Olga left')
  const other = pool.run(job('c.pdf'))

  controller.abort(new Error('Olga left'))
  await running
  await waiting
  expect(await other).toHaveLength(1)
  await expect(pool.run(job('d.pdf'), controller.signal)).rejects.toThrow('Olga left')
})

test('closing ends what runs, what waits and what comes later', async () => {
  const running = expect(pool.run(job('hangs'))).rejects.toThrow('The reader is closed.')
  const waiting = expect(pool.run(job('b.pdf'))).rejects.toThrow('The reader is closed.')

  await pool.close()
  await running
  await waiting
  await expect(pool.run(job('c.pdf'))).rejects.toThrow('The reader is closed.')
})

test('the bytes of the caller stay with the caller', async () => {
  const bytes = Buffer.from('some bytes of a shared buffer')

  await pool.run({ ...job('invoice.pdf'), bytes })

  expect(bytes.toString()).toBe('some bytes of a shared buffer')
})
