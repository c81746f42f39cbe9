import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createNotes, makeTempFolder, openLog, query } from './__fixtures__/child-process.ts'
import { findBinaries } from './find-binaries.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'

const log = openLog()
let folder: string

beforeEach(async () => {
  folder = await makeTempFolder()
})

afterEach(() => rm(folder, { recursive: true }))

test('explains an initdb that fails on a full disk, and leaves nothing behind', async () => {
  const initdb = join(folder, 'initdb')
  await writeFile(
    initdb,
    '#!/bin/sh\n[ "$1" = --show ] || { echo "$0: No space left on device" >&2; exit 1; }\n',
  )
  await chmod(initdb, 0o755)
  const dataDir = join(folder, 'data')

  const start = startEmbeddedPostgres({
    dataDir,
    log,
    binaries: { ...(await findBinaries()), initdb },
  })

  await expect(start).rejects.toThrow(`The disk that contains ${dataDir}/postgres is full.`)
  await expect(stat(join(dataDir, 'postgres'))).rejects.toThrow('ENOENT')
})

describe.skipIf(!mayMount())('a small disk (needs to mount a tmpfs)', () => {
  const disk = () => join(folder, 'disk')
  const dataDir = () => join(disk(), 'data')
  const filler = () => join(disk(), 'filler')
  const resize = (size: string) => execFileSync('mount', ['-o', `remount,size=${size}`, disk()])

  beforeEach(async () => {
    await mkdir(disk())
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk()])
  })

  afterEach(() => {
    execFileSync('umount', [disk()])
  })

  test('explains a first start that does not fit on the disk, and succeeds once there is room', async () => {
    await expect(startEmbeddedPostgres({ dataDir: dataDir(), log })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/The disk that contains .* is full/),
    })

    resize('200m')
    const server = await startEmbeddedPostgres({ dataDir: dataDir(), log })
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('a disk that fills up fails the write and loses no committed data', async () => {
    resize('100m')
    const server = await startEmbeddedPostgres({ dataDir: dataDir(), log })
    await createNotes(server.url)
    fillUp(filler())

    const insertManyRows =
      "insert into note select repeat('x', 1000) from generate_series(1, 100000)"
    await expect(query(server.url, insertManyRows)).rejects.toThrow()

    await rm(filler())
    await server.stop()
    const restartedServer = await startEmbeddedPostgres({ dataDir: dataDir(), log })
    expect(await query(restartedServer.url, 'select author from note')).toEqual([
      { author: 'Maria' },
    ])
    await restartedServer.stop()
  })

  test('explains a later start on a full disk', async () => {
    resize('100m')
    const server = await startEmbeddedPostgres({ dataDir: dataDir(), log })
    await server.stop()
    fillUp(filler())

    await expect(startEmbeddedPostgres({ dataDir: dataDir(), log })).rejects.toThrow('is full')
  })
})

function fillUp(path: string): void {
  spawnSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=4k'])
}

function mayMount(): boolean {
  const mountAttempt = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])
  return mountAttempt.status === 0
}
