import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeDataLock } from './data-lock.ts'

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
  const [command = '', ...args] = [...prefix, process.execPath, script, dataDir]
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

test('the folder is made, for its owner only', async () => {
  const lock = await takeDataLock(folder)

  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await lock.release()
})

test('a second start is refused, and told who and where', async () => {
  const { pid } = await holdInAnotherProcess(folder)

  await expect(takeDataLock(folder)).rejects.toMatchObject({
    name: 'StartRefused',
    message: `Recto already runs on ${folder} (process ${pid}). Stop it first, or set RECTO_DATA_DIR to another folder.`,
  })
})

test('the lock of a killed process is free at once', async () => {
  await kill(await holdInAnotherProcess(folder))

  const lock = await takeDataLock(folder)
  await expect(takeDataLock(folder)).rejects.toThrow(`process ${process.pid}`)
  await lock.release()
})

test('a released lock can be taken again', async () => {
  await (await takeDataLock(folder)).release()
  await (await takeDataLock(folder)).release()
})

test('of many starts at once exactly one succeeds', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => takeDataLock(folder)))

  const locks = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(locks).toHaveLength(1)
  await locks[0]!.value.release()
})

test('other folders are not concerned, also under long paths', async () => {
  const deep = join(folder, 'x'.repeat(200), 'data')
  await mkdir(folder)

  const locks = [await takeDataLock(folder), await takeDataLock(deep)]

  await expect(takeDataLock(deep)).rejects.toThrow(deep)
  for (const lock of locks) await lock.release()
})

test.skipIf(!mayMakeNetworks)(
  'a container that shares the folder but not the network is refused too (needs unshare --net)',
  async () => {
    await holdInAnotherProcess(folder, 'unshare', '--net')

    await expect(takeDataLock(folder)).rejects.toThrow('Recto already runs on')
  },
)
