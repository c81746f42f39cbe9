import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireDataLock, lockNameOf } from './data-lock.ts'

const script = fileURLToPath(new URL('__fixtures__/hold-lock.ts', import.meta.url))
const mayMakeNetworks = spawnSync('unshare', ['--net', 'true']).status === 0

let parent: string
let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'lock-'))
  folder = join(parent, 'data')
})

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  await rm(parent, { recursive: true })
})

async function holdInAnotherProcess(dataDir: string, ...prefix: string[]): Promise<ChildProcess> {
  const commandLine = [...prefix, process.execPath, script, dataDir]
  const [command = '', ...args] = commandLine
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('creates a private folder', async () => {
  const lock = await acquireDataLock(folder)

  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await lock.release()
})

test('refuses a second start and names the other process', async () => {
  const { pid } = await holdInAnotherProcess(folder)

  await expect(acquireDataLock(folder)).rejects.toMatchObject({
    name: 'StartupError',
    message: `Recto is already running in ${folder} (process ${pid}). Stop it first, or set RECTO_DATA_DIR to another folder.`,
  })
})

test('the lock of a killed process is free immediately', async () => {
  await kill(await holdInAnotherProcess(folder))

  const lock = await acquireDataLock(folder)
  await expect(acquireDataLock(folder)).rejects.toThrow(`process ${process.pid}`)
  await lock.release()
})

test('a released lock can be acquired again', async () => {
  await (await acquireDataLock(folder)).release()
  await (await acquireDataLock(folder)).release()
})

test('exactly one of many simultaneous starts succeeds', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => acquireDataLock(folder)),
  )

  const locks = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(locks).toHaveLength(1)
  await locks[0]!.value.release()
})

test('does not lock other folders, even with long paths', async () => {
  const deep = join(folder, 'x'.repeat(200), 'data')
  await mkdir(folder)

  const locks = [await acquireDataLock(folder), await acquireDataLock(deep)]

  await expect(acquireDataLock(deep)).rejects.toThrow(deep)
  for (const lock of locks) await lock.release()
})

test.skipIf(!mayMakeNetworks)(
  'a container that shares the folder but not the network is refused too (needs unshare --net)',
  async () => {
    await holdInAnotherProcess(folder, 'unshare', '--net')

    await expect(acquireDataLock(folder)).rejects.toThrow('Recto is already running in')
  },
)

test('on Windows the lock is a named pipe, the same for however a folder is written', () => {
  const name = lockNameOf('C:\\Users\\Maria\\recto', 'win32')
  expect(name).toMatch(/^\\\\\.\\pipe\\recto-data-[0-9a-f]{32}$/)
  expect(lockNameOf('c:\\users\\maria\\recto', 'win32')).toBe(name)
  expect(lockNameOf('/data/Recto', 'linux')).not.toBe(lockNameOf('/data/recto', 'linux'))
})
