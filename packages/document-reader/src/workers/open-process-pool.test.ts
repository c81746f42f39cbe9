import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '../testing/misbehaving-process.ts'
import { openProcessPool, type ProcessPool } from './open-process-pool.ts'
import type { ProcessPoolSettings } from './process-settings.ts'

const settings: ProcessPoolSettings = {
  program: new URL('../testing/misbehaving-process.ts', import.meta.url),
  processes: 1,
  timeoutSeconds: 10,
  memoryMegabytes: 250,
}

let pool: ProcessPool<Order, number | Float64Array | Uint8Array, number>

beforeEach(() => {
  pool = openProcessPool(settings)
})

afterEach(() => pool.close())

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each(['exits', 'throws'] as const)(
  'a job whose program %s fails alone, and the waiting one is done',
  async (action) => {
    const refusal = expect(pool.run({ does: action }, { name: 'a.msg' })).rejects.toMatchObject({
      name: 'ReadError',
      code: 'reader-crashed',
      message: expect.stringContaining('“a.msg” cannot be read'),
    })
    const next = pool.run({ does: 'returns' })

    await refusal
    expect(await next).toBeGreaterThan(0)
  },
)

test('a process that is ended from outside says nothing of its file', async () => {
  const refusal = expect(pool.run({ does: 'is ended' }, { name: 'a.msg' })).rejects.toMatchObject({
    name: 'ReadError',
    code: 'interrupted',
    message: '“a.msg” was not read, because the reader was stopped. Try again.',
  })
  const next = pool.run({ does: 'returns' })

  await refusal
  expect(await next).toBeGreaterThan(0)
})

test('a program that does not start says nothing of the file', async () => {
  const brokenPool = openProcessPool<Order, number>({
    ...settings,
    program: new URL('../testing/no-such-program.ts', import.meta.url),
  })

  await expect(brokenPool.run({ does: 'returns' }, { name: 'a.msg' })).rejects.toMatchObject({
    code: 'interrupted',
  })
  await brokenPool.close()
})

test('the cause of a crash is kept', async () => {
  await expect(pool.run({ does: 'throws' })).rejects.toMatchObject({
    cause: { message: expect.stringContaining('The program stumbled.') },
  })
})

test.skipIf(process.platform !== 'linux')('a job that grows without end is ended', async () => {
  await expect(pool.run({ does: 'grows' }, { name: 'bomb.zip' })).rejects.toMatchObject({
    code: 'reader-crashed',
    message: '“bomb.zip” needs too much memory: reading it took more than 250 MB.',
  })
})

test('a job that hangs is ended at its time limit', async () => {
  await expect(pool.run({ does: 'hangs' }, { timeoutSeconds: 1 })).rejects.toMatchObject({
    code: 'timed-out',
    message: 'The file took longer than 1 s to read.',
  })
})

test('a refusal arrives as it was thrown and costs no process', async () => {
  const firstThread = await pool.run({ does: 'returns' })

  await expect(pool.run({ does: 'refuses' })).rejects.toMatchObject({
    name: 'ReadError',
    code: 'broken-file',
    message: 'It is torn.',
  })

  expect(await pool.run({ does: 'returns' })).toBe(firstThread)
})

test('a job is aborted with the reason of its caller, running or waiting', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const runningRejection = expect(pool.run({ does: 'hangs' }, { signal })).rejects.toThrow(
    'Olga left',
  )
  const waitingRejection = expect(pool.run({ does: 'returns' }, { signal })).rejects.toThrow(
    'Olga left',
  )
  const otherRun = pool.run({ does: 'returns' })

  controller.abort(new Error('Olga left'))
  await runningRejection
  await waitingRejection
  expect(await otherRun).toBeGreaterThan(0)
  await expect(pool.run({ does: 'returns' }, { signal })).rejects.toThrow('Olga left')
})

test('parts come one by one: the next is made when the last was dealt with', async () => {
  const busyCounts: number[] = []
  let busy = 0

  await pool.run(
    { does: 'counts', to: 20 },
    {
      async onPart(part) {
        expect(++busy).toBe(1)
        await new Promise((resolve) => setImmediate(resolve))
        busyCounts.push(part)
        busy--
      },
    },
  )

  expect(busyCounts).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
})

test('a caller that cannot deal with a part ends the job, and the next one is done', async () => {
  const onPart = () => {
    throw new Error('The disk is full.')
  }

  await expect(pool.run({ does: 'counts', to: 2 }, { onPart })).rejects.toThrow('The disk is full.')

  expect(await pool.run({ does: 'returns' })).toBeGreaterThan(0)
})

test('large bytes travel in pieces, there and back', async () => {
  const bytes = Uint8Array.from({ length: 2_500_001 }, (_, i) => i % 251)

  expect(await pool.run({ does: 'adds one', bytes })).toEqual(bytes.map((byte) => byte + 1))
  expect(await pool.run({ does: 'adds one', bytes: bytes.subarray(0, 3) })).toEqual(
    Uint8Array.of(1, 2, 3),
  )
})

test('typed arrays travel as they are', async () => {
  const numbers = Float64Array.of(1, 2.5)

  expect(await pool.run({ does: 'doubles', numbers })).toEqual(Float64Array.of(2, 5))
  expect(numbers).toEqual(Float64Array.of(1, 2.5))
})

test('a process that has grown too large is replaced after its job', async () => {
  const small = openProcessPool<Order, number>({ ...settings, recycleAboveMegabytes: 1 })

  const first = await small.run({ does: 'returns' })

  expect(await small.run({ does: 'returns' })).not.toBe(first)
  await small.close()
})

test('a process without work ends, and the next job starts another one', async () => {
  const idle = openProcessPool<Order, number>({ ...settings, idleSeconds: 0.1 })
  const first = await idle.run({ does: 'returns' })

  await expect.poll(() => isAlive(first)).toBe(false)
  const second = await idle.run({ does: 'returns' })

  expect(second).not.toBe(first)
  await idle.close()
})

test('closing ends the process, what runs, what waits and what comes later', async () => {
  const pid = Number(await pool.run({ does: 'returns' }))
  const runningRejection = expect(pool.run({ does: 'hangs' })).rejects.toThrow(
    'The reader is closed.',
  )
  const waitingRejection = expect(pool.run({ does: 'returns' })).rejects.toThrow(
    'The reader is closed.',
  )

  await pool.close()
  await runningRejection
  await waitingRejection
  await expect(pool.run({ does: 'returns' })).rejects.toThrow('The reader is closed.')
  expect(isAlive(pid)).toBe(false)
})

test.skipIf(process.platform !== 'linux')(
  'a process inherits no variable but the folder of compiled modules',
  async () => {
    enableCompileCache()
    const pid = await pool.run({ does: 'returns' })

    const environment = await readFile(`/proc/${pid}/environ`, 'utf8')
    const names = environment
      .split('\0')
      .map((variable) => variable.replace(/=.*/s, ''))
      .filter((name) => name !== '')
    // Node itself adds the first two.
    expect(names.toSorted()).toEqual([
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
      'NODE_COMPILE_CACHE',
    ])
  },
)

/** Starts a parent that opens a pool, prints the process id of its child, and does what its argument says. */
function startParent(action: 'leave' | 'close' | 'die') {
  const script = `
    import { openProcessPool } from ${JSON.stringify(new URL('./open-process-pool.ts', import.meta.url).href)}
    const program = new URL(${JSON.stringify(settings.program.href)})
    const pool = openProcessPool({ ...${JSON.stringify(settings)}, program })
    console.log(await pool.run({ does: 'returns' }))
    if (process.argv[1] === 'close') {
      await pool.close()
      console.log('closed')
    }
    if (process.argv[1] === 'die') {
      void pool.run({ does: 'hangs' }).catch(() => {})
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)
    }`
  const args = ['--input-type=module', '--eval', script, '--', action]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
}

test.each([
  ['leave', 0],
  ['close', 0],
  ['die', null],
] as const)('a process ends with a parent that %ss, even while it hangs', async (action, code) => {
  const parent = startParent(action)
  let outputText = ''
  parent.stdout.setEncoding('utf8').on('data', (text: string) => {
    outputText += text
  })

  const [exitCode] = await once(parent, 'close')

  expect(exitCode).toBe(code)
  expect(outputText).toMatch(action === 'close' ? /^\d+\nclosed\n$/ : /^\d+\n$/)
  await expect.poll(() => isAlive(Number.parseInt(outputText, 10))).toBe(false)
})
