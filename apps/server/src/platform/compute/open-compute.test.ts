import { ReadError } from '@recto/document-text/read-error'
import { afterEach, expect, test } from 'vitest'
import type { Compute, ComputeJob, ComputeSettings } from './compute.ts'
import { openCompute } from './open-compute.ts'

const opened: Compute[] = []
afterEach(() => Promise.all(opened.splice(0).map((compute) => compute.close())))

function open(settings: Partial<ComputeSettings> = {}): Compute {
  const compute = openCompute({
    program: new URL('./testing/odd-program.ts', import.meta.url),
    processes: 1,
    timeoutSeconds: 20,
    heapMegabytes: 64,
    heldMegabytes: 1,
    ...settings,
  })
  opened.push(compute)
  return compute
}

function jobOn(key: string, more: Partial<ComputeJob> = {}) {
  const loads: string[] = []
  const load = async () => {
    loads.push(key)
    return new TextEncoder().encode(key)
  }
  return { loads, job: { key, load, operation: 'say', input: null, ...more } }
}

test('a job that does not end is stopped after its time, and the next one is done', async () => {
  const compute = open({ timeoutSeconds: 1 })
  const { job } = jobOn('a', { operation: 'hang', name: 'long.txt' })

  const failing = compute.run(job)

  await expect(failing).rejects.toThrow(ReadError)
  await expect(failing).rejects.toMatchObject({
    code: 'timed-out',
    message: '“long.txt” took longer than 1 s to work on.',
  })
  await expect(compute.run(jobOn('a').job)).resolves.toMatchObject({ subject: 'a' })
})

test('a job may have a shorter time than the others', async () => {
  const compute = open()
  const { job } = jobOn('a', { operation: 'hang', name: 'check', timeoutSeconds: 1 })

  await expect(compute.run(job)).rejects.toMatchObject({
    message: '“check” took longer than 1 s to work on.',
  })
})

test.each(['hoard', 'grow', 'set bytes aside'])(
  'a job that takes too much memory fails alone (%s)',
  async (operation) => {
    const compute = open()
    const failing = compute.run(jobOn('a', { operation, name: 'large.csv' }).job)
    const next = compute.run(jobOn('b').job)

    await expect(failing).rejects.toMatchObject({
      code: 'reader-crashed',
      message: '“large.csv” needs too much memory: working on it took more than 64 MB.',
    })
    await expect(next).resolves.toMatchObject({ subject: 'b' })
  },
)

test('what is more than a job may have is refused, and what is just enough is worked on', async () => {
  const compute = open({ heapMegabytes: 512 })
  const megabyte = 1024 * 1024
  const bytesOf = (megabytes: number) => new Uint8Array(megabytes * megabyte)
  const much = (megabytes: number): Partial<ComputeJob> => ({
    operation: 'measure',
    input: 'x'.repeat(megabytes * megabyte),
    name: 'a.txt',
  })
  const tooLarge = (message: string) => ({ name: 'ReadError', code: 'too-large', message })

  await expect(
    compute.run({ ...jobOn('a').job, load: async () => bytesOf(129), name: 'a.txt' }),
  ).rejects.toMatchObject(
    tooLarge('“a.txt” has too much text to be worked on: 129 MB; at most 128 MB.'),
  )
  await expect(compute.run(jobOn('b', much(64)).job)).rejects.toMatchObject(
    tooLarge('“a.txt” has too much asked of it at once: 65 MB; at most 64 MB.'),
  )
  await expect(
    compute.run(jobOn('b', { operation: 'repeat', input: 64 * megabyte }).job),
  ).rejects.toMatchObject(tooLarge('The file has too much to say at once: 65 MB; at most 64 MB.'))

  expect(await compute.run(jobOn('b', much(5)).job)).toBe(5 * megabyte)
  expect(
    await compute.run(jobOn('b', { operation: 'repeat', input: 5 * megabyte }).job),
  ).toHaveLength(5 * megabyte)
})

test('a job that is aborted ends its process, one that waits leaves the line', async () => {
  const compute = open()
  const abort = new AbortController()
  const running = compute.run(jobOn('a', { operation: 'hang', signal: abort.signal }).job)
  const waiting = compute.run(jobOn('b', { signal: abort.signal }).job)
  const last = compute.run(jobOn('c').job)
  const reason = new Error('The file was cancelled.')

  const settled = Promise.allSettled([running, waiting])
  abort.abort(reason)

  expect(await settled).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ])
  await expect(last).resolves.toMatchObject({ subject: 'c' })
  await expect(compute.run(jobOn('d', { signal: abort.signal }).job)).rejects.toBe(reason)
})

test('what the work throws is said, and what cannot be loaded or opened fails alone', async () => {
  const compute = open()
  const gone = new Error('There is no such file.')
  const unloadable = jobOn('a', { load: () => Promise.reject(gone) }).job

  await expect(compute.run(jobOn('a', { operation: 'throw' }).job)).rejects.toThrow(
    'It was told to throw.',
  )
  await expect(compute.run({ ...unloadable, key: 'b' })).rejects.toBe(gone)
  await expect(compute.run(jobOn('damaged').job)).rejects.toThrow('It is damaged.')
  await expect(compute.run(jobOn('damaged').job)).rejects.toThrow('It is damaged.')
  await expect(compute.run(jobOn('c').job)).resolves.toMatchObject({ subject: 'c' })
})

test('a closed pool ends what runs and takes nothing more', async () => {
  const compute = open()
  const settled = Promise.allSettled([
    compute.run(jobOn('a', { operation: 'hang' }).job),
    compute.run(jobOn('b').job),
  ])
  await compute.close()

  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(compute.run(jobOn('c').job)).rejects.toThrow('The server is stopping.')
})

test('a document is sent once for many jobs, and again when others took its place', async () => {
  const compute = open({ heldMegabytes: 0.000_002 })
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

test('work may ask the process for something, and what that throws is thrown', async () => {
  const compute = open()
  const onAsk = async (question: unknown) => `${question}!`
  const broken = new Error('Nobody answers.')

  const asking = { operation: 'ask', input: 'Who' }
  expect(await compute.run(jobOn('a', { ...asking, onAsk }).job)).toBe('Who!')
  const refusing = jobOn('a', { ...asking, onAsk: () => Promise.reject(broken) })
  await expect(compute.run(refusing.job)).rejects.toBe(broken)
  expect(await compute.run(jobOn('a', { ...asking, onAsk }).job)).toBe('Who!')
})
