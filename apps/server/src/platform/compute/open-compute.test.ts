import { ReadError } from '@recto/document-text/read-error'
import { afterEach, expect, test } from 'vitest'
import type { Compute, ComputeJob, ComputeSettings } from './compute.ts'
import { openCompute } from './open-compute.ts'

const pools: Compute[] = []
afterEach(() => Promise.all(pools.splice(0).map((compute) => compute.close())))

function open(settings: Partial<ComputeSettings> = {}): Compute {
  const compute = openCompute({
    program: new URL('./testing/misbehaving-program.ts', import.meta.url),
    processes: 1,
    timeoutSeconds: 20,
    heapMegabytes: 64,
    cacheMegabytes: 1,
    ...settings,
  })
  pools.push(compute)
  return compute
}

function jobOn(key: string, overrides: Partial<ComputeJob> = {}) {
  const loads: string[] = []
  const load = async () => {
    loads.push(key)
    return new TextEncoder().encode(key)
  }
  return { loads, job: { key, load, operation: 'say', input: null, ...overrides } }
}

test('stops a job that exceeds its timeout, and runs the next one', async () => {
  const compute = open({ timeoutSeconds: 1 })
  const { job } = jobOn('a', { operation: 'hang', name: 'long.txt' })

  const failure = compute.run(job)

  await expect(failure).rejects.toThrow(ReadError)
  await expect(failure).rejects.toMatchObject({
    code: 'timed-out',
    message: '“long.txt” took longer than 1 s to process.',
  })
  await expect(compute.run(jobOn('a').job)).resolves.toMatchObject({ subject: 'a' })
})

test('a job can have a shorter timeout than the others', async () => {
  const compute = open()
  const { job } = jobOn('a', { operation: 'hang', name: 'check', timeoutSeconds: 1 })

  await expect(compute.run(job)).rejects.toMatchObject({
    message: '“check” took longer than 1 s to process.',
  })
})

test.each(['hoard', 'grow', 'set bytes aside'])(
  'a job that takes too much memory fails alone (%s)',
  async (operation) => {
    const compute = open()
    const failure = compute.run(jobOn('a', { operation, name: 'large.csv' }).job)
    const next = compute.run(jobOn('b').job)

    await expect(failure).rejects.toMatchObject({
      code: 'reader-crashed',
      message: '“large.csv” needs too much memory: processing it took more than 64 MB.',
    })
    await expect(next).resolves.toMatchObject({ subject: 'b' })
  },
)

test('small documents that are large when they are open do not fill the memory', async () => {
  const compute = open()
  for (let n = 1; n <= 60; n++) {
    const key = `large ${n}`
    await expect(compute.run(jobOn(key).job)).resolves.toMatchObject({ subject: key })
  }
})

test('a job that lacks the memory of earlier ones is run again in a fresh process', async () => {
  const compute = open()
  const leak = (key: string) => compute.run(jobOn(key, { operation: 'leak' }).job)

  expect([await leak('a'), await leak('b'), await leak('c')]).toEqual([1, 1, 1])
})

test('refuses a job above the size limits, and runs one that is exactly at them', async () => {
  const compute = open({ heapMegabytes: 512 })
  const megabyte = 1024 * 1024
  const bytesOf = (megabytes: number) => new Uint8Array(megabytes * megabyte)
  const createInput = (megabytes: number): Partial<ComputeJob> => ({
    operation: 'measure',
    input: 'x'.repeat(megabytes * megabyte),
    name: 'a.txt',
  })
  const tooLarge = (message: string) => ({ name: 'ReadError', code: 'too-large', message })

  await expect(
    compute.run({ ...jobOn('a').job, load: async () => bytesOf(129), name: 'a.txt' }),
  ).rejects.toMatchObject(
    tooLarge('“a.txt” has too much text to process: 129 MB. The limit is 128 MB.'),
  )
  await expect(compute.run(jobOn('b', createInput(64)).job)).rejects.toMatchObject(
    tooLarge('“a.txt” needs too much data to process at once: 65 MB. The limit is 64 MB.'),
  )
  await expect(
    compute.run(jobOn('b', { operation: 'repeat', input: 64 * megabyte }).job),
  ).rejects.toMatchObject(
    tooLarge('The file produced too large a result: 65 MB. The limit is 64 MB.'),
  )

  expect(await compute.run(jobOn('b', createInput(5)).job)).toBe(5 * megabyte)
  expect(
    await compute.run(jobOn('b', { operation: 'repeat', input: 5 * megabyte }).job),
  ).toHaveLength(5 * megabyte)
})

test('aborting a running job ends its process, and aborting a waiting one removes it from the queue', async () => {
  const compute = open()
  const abort = new AbortController()
  const runningJob = compute.run(jobOn('a', { operation: 'hang', signal: abort.signal }).job)
  const waitingJob = compute.run(jobOn('b', { signal: abort.signal }).job)
  const last = compute.run(jobOn('c').job)
  const reason = new Error('The file was cancelled.')

  const outcomes = Promise.allSettled([runningJob, waitingJob])
  abort.abort(reason)

  expect(await outcomes).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ])
  await expect(last).resolves.toMatchObject({ subject: 'c' })
  await expect(compute.run(jobOn('d', { signal: abort.signal }).job)).rejects.toBe(reason)
})

test('reports errors of a job, and of a document that cannot be loaded or opened, without affecting other jobs', async () => {
  const compute = open()
  const loadError = new Error('The file does not exist.')
  const unloadable = jobOn('a', { load: () => Promise.reject(loadError) }).job

  await expect(compute.run(jobOn('a', { operation: 'throw' }).job)).rejects.toThrow(
    'It was told to throw.',
  )
  await expect(compute.run({ ...unloadable, key: 'b' })).rejects.toBe(loadError)
  await expect(compute.run(jobOn('damaged').job)).rejects.toThrow('It is damaged.')
  await expect(compute.run(jobOn('damaged').job)).rejects.toThrow('It is damaged.')
  await expect(compute.run(jobOn('c').job)).resolves.toMatchObject({ subject: 'c' })
})

test('a closed pool ends running jobs and accepts no more', async () => {
  const compute = open()
  const outcomes = Promise.allSettled([
    compute.run(jobOn('a', { operation: 'hang' }).job),
    compute.run(jobOn('b').job),
  ])
  await compute.close()

  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(compute.run(jobOn('c').job)).rejects.toThrow('The server is stopping.')
})

test('sends a document once for many jobs, and again after it was evicted', async () => {
  const compute = open({ cacheMegabytes: 0.000_002 })
  const first = jobOn('a')
  const jobs = Array.from({ length: 50 }, () => compute.run(first.job))

  await Promise.all(jobs)
  expect(first.loads).toHaveLength(1)

  await compute.run(jobOn('b').job)
  await compute.run(first.job)
  expect(first.loads).toHaveLength(1)
  await compute.run(jobOn('c').job)
  await compute.run(jobOn('d').job)
  await compute.run(first.job)
  expect(first.loads).toHaveLength(2)
})

test('a job can ask the server, and fails if the answer fails', async () => {
  const compute = open()
  const onAsk = async (question: unknown) => `${question}!`
  const askError = new Error('Nobody answers.')

  const askJob = { operation: 'ask', input: 'Who' }
  expect(await compute.run(jobOn('a', { ...askJob, onAsk }).job)).toBe('Who!')
  const failingJob = jobOn('a', { ...askJob, onAsk: () => Promise.reject(askError) })
  await expect(compute.run(failingJob.job)).rejects.toBe(askError)
  expect(await compute.run(jobOn('a', { ...askJob, onAsk }).job)).toBe('Who!')
})
