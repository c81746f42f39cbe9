import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readPostmaster } from '../../platform/db/embedded/postmaster.ts'
import { exitCodes } from '../../platform/exit-codes.ts'
import { cloneDatabase } from '../../testing/clone-database.ts'
import { onDatabase } from '../../testing/start-postgres.ts'
import { findFreePort } from '../testing/free-port.ts'
import { copyPreparedCluster } from '../testing/prepared-cluster.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-ending-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Variables = { readonly [name: string]: string }

const endingProgram = new URL('__fixtures__/ending-program.ts', import.meta.url)
const startOfAll = new URL('../start.ts', import.meta.url)
const startOfWeb = new URL('../web.ts', import.meta.url)

function startProgram(program: URL, args: readonly string[] = [], env: Variables = {}) {
  const file = fileURLToPath(program)
  const { NODE_COMPILE_CACHE, PATH } = process.env
  const child = spawn(process.execPath, [file, ...args], {
    cwd: folder,
    env: { NODE_COMPILE_CACHE, PATH, PORT: '0', RECTO_SAMPLE: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const outputParts: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => outputParts.push(text))
  }
  const output = () => outputParts.join('')
  const end = once(child, 'close').then(([code]) => {
    const lastLine = output().trim().split('\n').at(-1)
    return { code: code as number | null, lastLine, output: output() }
  })
  return { child, end, output }
}

const endOf = (way: string) => startProgram(endingProgram, [way]).end

test('an error in the start is the last line, with its causes, after its stack', async () => {
  const end = await endOf('throws')

  expect(end).toMatchObject({
    code: exitCodes.internalError,
    lastLine: 'Recto could not start: the first reason Because: the second reason',
  })
  expect(end.output).toContain('ending-program.ts')
})

test('an unhandled rejection after the start is the last line', async () => {
  expect(await endOf('rejectsLater')).toMatchObject({
    code: exitCodes.internalError,
    lastLine: 'Recto has stopped: nobody handles this',
  })
})

test('a full disk is a reason to try again', async () => {
  expect(await endOf('throwsWhenDiskIsFull')).toMatchObject({
    code: exitCodes.temporaryFailure,
    lastLine: 'Recto could not start: ENOSPC: no space left on device, write',
  })
})

test('what closing logs does not come after the reason', async () => {
  const end = await endOf('throwsAndLogsWhileClosing')

  expect(end).toMatchObject({
    code: exitCodes.wrongSettings,
    lastLine: 'Recto could not start: Something has to be corrected. It has two lines.',
  })
  expect(end.output).toContain('the log of what is being closed')
})

test.each(['waitsForNothing', 'isExitedByLibrary'])(
  'a process that Node or a library ends says so: %s',
  async (way) => {
    expect(await endOf(way)).toMatchObject({
      code: exitCodes.internalError,
      lastLine: expect.stringContaining('Recto has stopped: nothing was left that it could wait'),
    })
  },
)

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s is named as the reason', async (signal) => {
  const { child, end } = startProgram(endingProgram, ['runs'])
  await once(child.stdout, 'data')

  child.kill(signal)

  expect(await end).toMatchObject({
    code: exitCodes.stopped,
    lastLine: expect.stringContaining(`Recto has stopped: it received ${signal}`),
  })
})

test('the product starts and works although nobody reads its output any more', async () => {
  const port = String(await findFreePort())
  const dataDir = join(folder, 'unread')
  await copyTo(dataDir)
  const env = { PORT: port, RECTO_DATA_DIR: dataDir, RECTO_LOG_LEVEL: 'info' }
  const { child, end } = startProgram(startOfAll, [], env)
  child.stdout.destroy()
  child.stderr.destroy()

  await expect.poll(() => healthAt(port)).toBe(200)

  child.kill('SIGTERM')
  expect((await end).code).toBe(exitCodes.stopped)
}, 240_000)

test('a database that is killed during a start is started again, or is the reason of the end', async () => {
  const dataDir = join(folder, 'killed')
  await copyTo(dataDir)
  const { child, end, output } = startProgram(startOfAll, [], { RECTO_DATA_DIR: dataDir })
  const cluster = join(dataDir, 'postgres')
  await expect
    .poll(async () => (await readPostmaster(cluster))?.isReady, { interval: 5 })
    .toBe(true)
  process.kill((await readPostmaster(cluster))!.pid, 'SIGKILL')

  const outcome = await Promise.race([end, untilReady(child, output)])

  if (outcome === 'ready') {
    child.kill('SIGTERM')
    expect(await end).toMatchObject({ code: exitCodes.stopped })
  } else {
    expect(outcome).toMatchObject({
      code: exitCodes.temporaryFailure,
      // It may still have been starting, or have served this process already.
      lastLine: expect.stringMatching(
        /^Recto could not start: (?:The database cannot be used: |PostgreSQL was ended by SIGKILL )/,
      ),
    })
  }
}, 240_000)

test('a first start that loses its connection while it creates the first account tries again', async () => {
  await using cleaning = new AsyncDisposableStack()
  const { url, drop } = await cloneDatabase()
  cleaning.defer(drop)
  const database = new URL(url).pathname.slice(1)
  const operator = new pg.Client({
    connectionString: onDatabase(inject('postgresUrl'), database),
  })
  await operator.connect()
  cleaning.defer(() => operator.end())
  await operator.query('begin')
  await operator.query('lock table organization in share row exclusive mode')

  const dataDir = join(folder, 'shared')
  const { child, end, output } = startProgram(startOfWeb, [], {
    DATABASE_URL: url,
    ENCRYPTION_KEY: '07'.repeat(32),
    RECTO_DATA_DIR: dataDir,
  })
  cleaning.defer(async () => {
    child.kill('SIGKILL')
    await end
  })
  const endWaitingTransaction = async () => {
    // Within a transaction, the view would always show what it showed first.
    await operator.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await operator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and wait_event_type = 'Lock' and backend_type = 'client backend'`,
      [database],
    )
    return rowCount
  }
  await expect.poll(endWaitingTransaction).toBe(1)
  await operator.query('rollback')

  expect(await Promise.race([end, untilReady(child, output)])).toBe('ready')
  expect(output()).toContain(`The password is in ${join(dataDir, 'admin-password')}`)
}, 240_000)

async function copyTo(dataDir: string): Promise<void> {
  await mkdir(dataDir)
  await copyPreparedCluster(dataDir)
}

const healthAt = (port: string) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ status }) => status,
    () => undefined,
  )

function untilReady(child: ChildProcess, output: () => string): Promise<'ready'> {
  return new Promise((resolve) => {
    const look = () => {
      // The lines about signing in follow in the same moment.
      if (output().includes('Sign in as')) resolve('ready')
    }
    child.stdout?.on('data', look)
    look()
  })
}
