import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTempFolder, openLog } from './__fixtures__/child-process.ts'
import { findBinaries } from './find-binaries.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'

let folder: string

beforeEach(async () => {
  folder = await makeTempFolder()
})
afterEach(() => rm(folder, { recursive: true }))

/** Starts with a program of PostgreSQL replaced by a shell script. */
async function startWith(name: 'initdb' | 'postgres', script: string) {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: openLog(),
    binaries: { ...(await findBinaries()), [name]: path },
    recoverySeconds: 0.2,
  })
}

test('names the signal that killed initdb, and asks to try again', async () => {
  await expect(startWith('initdb', '[ "$1" = --show ] || kill -9 $$')).rejects.toMatchObject({
    isTemporary: true,
    message: expect.stringContaining('initdb was ended by SIGKILL'),
  })
  await expect(stat(join(folder, 'data/postgres'))).rejects.toThrow('ENOENT')
})

test('names the signal that killed PostgreSQL before it was ready, and asks to try again', async () => {
  await expect(startWith('postgres', 'kill -9 $$')).rejects.toMatchObject({
    isTemporary: true,
    message: expect.stringContaining('PostgreSQL was ended by SIGKILL while it was starting'),
  })
})

test('says where to look when PostgreSQL ends without a message', async () => {
  await expect(startWith('postgres', 'exit 3')).rejects.toMatchObject({
    isTemporary: false,
    message: expect.stringMatching(/it ended without a message\n.*postgres\.log/),
  })
})

test('does not wait forever for a server that recovers, and leaves it running', async () => {
  const pidFile = join(folder, 'pid')

  await expect(
    startWith('postgres', `echo $$ > ${pidFile}; exec sleep 1000`),
  ).rejects.toMatchObject({
    isTemporary: true,
    message: expect.stringMatching(/still recovering .* Start Recto again in a few minutes/),
  })

  expect(process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL')).toBe(true)
})
