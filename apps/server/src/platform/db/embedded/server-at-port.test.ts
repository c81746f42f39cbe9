import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createNotes,
  makePristineDatabase,
  makeTempFolder,
  openIdleTransaction,
  openLog,
  query,
  readPid,
} from './__fixtures__/child-process.ts'
import { findBinaries } from './find-binaries.ts'
import { getBareEnvironment } from './identity.ts'
import { isAlive, isRunning, waitForExit } from './postmaster.ts'
import { addressKindOf } from './server-address.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts'

const log = openLog()
const runningServers: EmbeddedPostgres[] = []
let parent: string
let dataDir: string
let pristine: Awaited<ReturnType<typeof makePristineDatabase>>

beforeAll(async () => {
  pristine = await makePristineDatabase({ addressKind: 'port' })
})

afterAll(() => pristine.remove())

beforeEach(async () => {
  parent = await makeTempFolder()
  // A shell would read these characters of a folder's name.
  dataDir = join(parent, "Maria's data (100 %) & more")
})

afterEach(async () => {
  for (const server of runningServers.splice(0)) await server.stop()
  await rm(parent, { recursive: true })
})

/** The server as Windows needs it, with the programs of this system. */
async function start(options: Partial<EmbeddedPostgresOptions> = {}) {
  const server = await startEmbeddedPostgres({ dataDir, log, addressKind: 'port', ...options })
  runningServers.push(server)
  return server
}

/** Puts a database in which Maria has written a note into a data folder. */
const copyDatabase = (folder = dataDir) => pristine.copyTo(folder)

const cluster = () => join(dataDir, 'postgres')

const withPassword = (url: string, password: string) => {
  const changedUrl = new URL(url)
  changedUrl.password = password
  return changedUrl.href
}

describe('a server at a port, as on Windows', () => {
  test('the first start creates a database behind a password, and the second opens it', async () => {
    const first = await start()
    await createNotes(first.url)
    const pid = await readPid(cluster())

    expect(await query(first.url, 'show listen_addresses')).toEqual([
      { listen_addresses: '127.0.0.1' },
    ])
    for (const password of ['', 'wrong'])
      await expect(query(withPassword(first.url, password), 'select 1')).rejects.toThrow(/passw/i)
    expect(isRunning({ pid, clusterFolder: cluster() }, cluster())).toBe(true)

    await first.stop()
    expect(isAlive(pid)).toBe(false)
    const second = await start()
    expect(second.isAdopted).toBe(false)
    expect(await query(second.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test('a server that outlived the product is adopted, and one that dies is replaced at its port', async () => {
    copyDatabase()
    const first = await start()
    const pid = await readPid(cluster())

    const second = await start()
    expect(second).toMatchObject({ isAdopted: true, url: first.url })
    await second.stop()

    await expect
      .poll(() => query(first.url, 'select 1 as one').catch(() => []))
      .toEqual([{ one: 1 }])
    expect(await readPid(cluster())).not.toBe(pid)
  })

  test('a killed server recovers what was committed', async () => {
    copyDatabase()
    const first = await start()
    const pid = await readPid(cluster())
    const isRunningAgain = log.next('PostgreSQL is running again.')
    process.kill(pid, 'SIGKILL')
    await waitForExit(pid, { ref: true })
    await isRunningAgain
    expect(await query(first.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test('stopping waits for no client', async () => {
    copyDatabase()
    const server = await start()
    const idler = await openIdleTransaction(server.url, 'create table draft ()')
    await server.stop()
    await idler.isCutOff
    const next = await start()
    await expect(query(next.url, 'select from draft')).rejects.toThrow('does not exist')
  })

  test('settings that PostgreSQL rejects are named, and a quoted one arrives', async () => {
    copyDatabase()
    await expect(start({ settings: { max_connections: 'many' } })).rejects.toThrow(
      /did not start.*max_connections/s,
    )
    const server = await start({ settings: { application_name: 'Maria\'s %PATH% "$HOME"' } })
    expect(await query(server.url, 'show application_name')).toEqual([
      { application_name: 'Maria\'s %PATH% "$HOME"' },
    ])
  })

  test('another program that has the process id and the port is not stopped', async () => {
    copyDatabase()
    copyDatabase(join(parent, 'other'))
    const otherServer = await start({ dataDir: join(parent, 'other') })
    const otherPid = await readPid(join(parent, 'other/postgres'))
    const lines = (await readFile(join(parent, 'other/postgres/postmaster.pid'), 'utf8')).split(
      '\n',
    )
    await writeFile(join(cluster(), 'postmaster.pid'), lines.with(1, cluster()).join('\n'))

    const second = await start()
    expect(second.isAdopted).toBe(false)
    expect(isAlive(otherPid)).toBe(true)
    expect(await query(otherServer.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('without its password a database is not opened, and the file is named', async () => {
    copyDatabase()
    await rm(join(cluster(), 'recto-password'))
    await expect(start()).rejects.toThrow(
      /password of the database cannot be read .*recto-password/,
    )
  })
})

test('on Windows a server of the pid file counts as running while its process lives', () => {
  const clusterFolder = 'C:/Users/M\u00fcller/recto/postgres'
  const readAsOtherCodePage = 'C:/Users/M\ufffdller/recto/postgres'
  const postmaster = { pid: process.pid, clusterFolder: readAsOtherCodePage }
  expect(isRunning(postmaster, clusterFolder, 'win32')).toBe(true)
  expect(isRunning(postmaster, clusterFolder, 'darwin')).toBe(false)
})

test('Windows has a server at a port, its own programs, and no secret in their environment', async () => {
  const env = { SystemRoot: 'C:\\Windows', PATH: 'C:\\Windows\\System32', ENCRYPTION_KEY: 'secret' }
  expect(addressKindOf('win32')).toBe('port')
  expect(addressKindOf('darwin')).toBe('socket')
  expect(getBareEnvironment({ platform: 'win32', env })).toMatchObject({
    SystemRoot: 'C:\\Windows',
    PATH: 'C:\\Windows\\System32',
    LC_ALL: 'C',
  })
  expect(JSON.stringify(getBareEnvironment({ platform: 'win32', env }))).not.toContain('secret')
  await expect(findBinaries({ platform: 'win32', arch: 'x64' })).rejects.toThrow(
    'PostgreSQL for windows-x64 is not installed',
  )
})
