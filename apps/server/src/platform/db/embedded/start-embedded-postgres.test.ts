import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cannotUnshare,
  countFiles,
  createNotes,
  isRoot,
  makePristineDatabase,
  makeTempFolder,
  openIdleTransaction,
  openLog,
  query,
  readPid,
  startInChild,
} from './__fixtures__/child-process.ts'
import { findBinaries } from './find-binaries.ts'
import { isAlive, isRunning, readPostmaster, waitForExit } from './postmaster.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts'

let parent: string
let dataDir: string
let pristine: Awaited<ReturnType<typeof makePristineDatabase>>
const runningServers: EmbeddedPostgres[] = []
const log = openLog()

beforeAll(async () => {
  pristine = await makePristineDatabase()
})

afterAll(() => pristine.remove())

beforeEach(async () => {
  parent = await makeTempFolder()
  dataDir = join(parent, 'data')
})

afterEach(async () => {
  for (const server of runningServers.splice(0)) await server.stop()
  await rm(parent, { recursive: true })
})

/** A data folder with a database in which Maria has written a note. */
async function withDatabase(): Promise<void> {
  pristine.copyTo(dataDir)
}

async function start(options: Partial<EmbeddedPostgresOptions> = {}) {
  const server = await startEmbeddedPostgres({ dataDir, log, ...options })
  runningServers.push(server)
  return server
}

const cluster = () => join(dataDir, 'postgres')

describe('refusals', () => {
  test('leaves a database of another major version alone, with instructions', async () => {
    await withDatabase()
    await writeFile(join(cluster(), 'PG_VERSION'), '15\n')

    await expect(start()).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/created by PostgreSQL 15.*includes PostgreSQL 18.*backup/),
    })
    expect(await readPostmaster(cluster())).toBeUndefined()
  })

  test('does not create a database in a folder with other content', async () => {
    await mkdir(cluster(), { recursive: true })
    await writeFile(join(cluster(), 'thesis.txt'), 'years of work')

    await expect(start()).rejects.toThrow('is not a PostgreSQL database folder')
    expect(await readFile(join(cluster(), 'thesis.txt'), 'utf8')).toBe('years of work')
  })

  test('refuses a socket folder that other users may enter', async () => {
    await withDatabase()
    const server = await startEmbeddedPostgres({ dataDir, log })
    const folder = new URL(server.url).searchParams.get('host')!
    await server.stop()
    await mkdir(folder)
    await chmod(folder, 0o755)

    await expect(start()).rejects.toThrow(`Other users can access the folder ${folder}.`)
    await rm(folder, { recursive: true })
  })

  test('names settings that PostgreSQL rejects', async () => {
    await withDatabase()

    await expect(start({ settings: { max_connections: 'many' } })).rejects.toThrow(
      /did not start.*max_connections/s,
    )
  })
})

describe('starting', () => {
  test.each(['linux', 'darwin'] as const)(
    'a running server is recognised as on %s',
    async (platform) => {
      await withDatabase()
      const server = await start()
      const postmaster = (await readPostmaster(cluster())) ?? expect.fail('There is no server.')
      const isServer = (pid: number, folder: string) =>
        isRunning({ pid, clusterFolder: folder }, folder, platform)
      expect(isServer(postmaster.pid, postmaster.clusterFolder)).toBe(true)
      // A copied folder, and a process id that another program has since.
      expect(isRunning(postmaster, join(parent, 'copy'), platform)).toBe(false)
      expect(isServer(postmaster.pid, join(parent, 'copy'))).toBe(false)
      expect(isServer(process.pid, postmaster.clusterFolder)).toBe(false)
      await server.stop()
      expect(isAlive(postmaster.pid, platform)).toBe(false)
      expect(isServer(postmaster.pid, postmaster.clusterFolder)).toBe(false)
    },
  )

  test('the first start creates a private database, and the second opens it', async () => {
    const first = await start()
    await createNotes(first.url)
    expect(first.isAdopted).toBe(false)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    expect(await query(first.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    await first.stop()

    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test('stopping waits for no client, and leaves no process, pid file or socket folder', async () => {
    await withDatabase()
    const server = await start()
    const idler = await openIdleTransaction(server.url, "insert into note values ('Nils')")
    const pid = await readPid(cluster())
    const socketFolder = new URL(server.url).searchParams.get('host')!

    await server.stop()
    await server.stop()

    await idler.isCutOff
    expect(isAlive(pid)).toBe(false)
    expect(await readPostmaster(cluster())).toBeUndefined()
    await expect(stat(socketFolder)).rejects.toThrow('ENOENT')
  })

  test('a first start killed at any moment does not break the next one', async () => {
    for (const files of [1, 200, 900]) {
      const child = startInChild(dataDir)
      while ((await countFiles(dataDir)) < files) await child.aMoment()
      await child.kill()
    }

    const server = await start()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log'])
  })

  test('starts despite a stale pid file whose process id was reused', async () => {
    await withDatabase()
    const lines = [process.pid, cluster(), 1_700_000_000, 5432, parent, '', '0 0', 'ready   ']
    await writeFile(join(cluster(), 'postmaster.pid'), `${lines.join('\n')}\n`)

    const server = await start()

    expect(server.isAdopted).toBe(false)
    expect(await query(server.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test('a copied folder does not connect to the server of the original', async () => {
    await withDatabase()
    const original = await start()
    const copy = join(parent, 'copy')
    execFileSync('cp', ['-a', dataDir, copy])

    const server = await start({ dataDir: copy })

    expect(server.isAdopted).toBe(false)
    expect(server.url).not.toBe(original.url)
    expect(await query(server.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test('passes no secrets of the environment to PostgreSQL', async () => {
    await withDatabase()
    await start()

    const pid = await readPid(cluster())
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')
    expect(environment.map((line) => line.split('=')[0])).toEqual(['PATH', 'LC_ALL', ''])
  })
})

describe('dying', () => {
  test('restarts a killed PostgreSQL without losing committed data', async () => {
    await withDatabase()
    const server = await start()
    await query(server.url, "insert into note values ('Nils')")
    const previousPid = await readPid(cluster())

    const restart = log.next('PostgreSQL is running again.')
    process.kill(previousPid, 'SIGKILL')
    await restart

    expect(await readPid(cluster())).not.toBe(previousPid)
    expect(await query(server.url, 'select author from note order by 1')).toEqual([
      { author: 'Maria' },
      { author: 'Nils' },
    ])
  })

  test('reports a server that cannot be restarted as lost', async () => {
    await withDatabase()
    const lossReport = Promise.withResolvers<unknown>()
    const server = await start({ onLost: lossReport.resolve })
    const pid = await readPid(cluster())

    await writeFile(join(cluster(), 'postgresql.conf'), 'nonsense\n')
    process.kill(pid, 'SIGKILL')

    expect(await lossReport.promise).toMatchObject({ name: 'StartupError' })
    await server.stop()
  })

  test('PostgreSQL outlives a killed product, and the next start adopts it', async () => {
    await withDatabase()
    const child = startInChild(dataDir)
    const first = await child.answer()
    const pid = await readPid(cluster())
    await query(first.url!, "insert into note values ('Nils')")
    await child.kill()
    expect(isAlive(pid)).toBe(true)

    const server = await start()

    expect(server).toMatchObject({ isAdopted: true, url: first.url })
    expect(await readPid(cluster())).toBe(pid)
    expect(await query(server.url, 'select count(*)::int from note')).toEqual([{ count: 2 }])
    await server.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test('Ctrl-C reaches only the product, which then stops PostgreSQL', async () => {
    await withDatabase()
    const child = startInChild(dataDir)
    const { url } = await child.answer()

    await child.interruptGroup()

    expect(await query(url!, 'select author from note')).toEqual([{ author: 'Maria' }])
    expect(await start()).toMatchObject({ isAdopted: true })
  })

  test('restarts an adopted server too', async () => {
    await withDatabase()
    const child = startInChild(dataDir)
    await child.answer()
    await child.kill()
    const server = await start()
    expect(server.isAdopted).toBe(true)

    const restart = log.next('PostgreSQL is running again.')
    process.kill(await readPid(cluster()), 'SIGKILL')
    await restart

    expect(await query(server.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test('replaces a running server that cannot be reached', async () => {
    await withDatabase()
    const child = startInChild(dataDir)
    const { url } = await child.answer()
    const pid = await readPid(cluster())
    await child.kill()
    await rm(new URL(url!).searchParams.get('host')!, { recursive: true })

    const server = await start()

    expect(server.isAdopted).toBe(false)
    expect(isAlive(pid)).toBe(false)
    expect(await query(server.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test('recovers after everything was killed', async () => {
    await withDatabase()
    const child = startInChild(dataDir)
    const { url } = await child.answer()
    await query(url!, "insert into note values ('Nils')")
    const pid = await readPid(cluster())
    await child.kill()
    process.kill(pid, 'SIGKILL')
    await waitForExit(pid, { ref: true })

    const server = await start()

    expect(server.isAdopted).toBe(false)
    expect(await query(server.url, 'select count(*)::int from note')).toEqual([{ count: 2 }])
  })
})

describe.skipIf(!isRoot)('users (needs root)', () => {
  /** Uses a copy of PostgreSQL that everybody may read, wherever the product itself is. */
  async function startTwiceAs(user: number): Promise<void> {
    await chmod(parent, 0o711)
    const program = join(parent, 'program')
    const installedBinaries = await findBinaries()
    execFileSync('cp', ['-a', '--reflink=auto', installedBinaries.folder, program])
    execFileSync('chmod', ['-R', 'a+rX', program])
    await mkdir(dataDir, { mode: 0o700 })
    await chown(dataDir, user, user)
    for (const time of ['first', 'second']) {
      const child = startInChild(dataDir, user, program)
      const { url } = await child.answer()
      expect(await query(url!, 'select 1 as one'), time).toEqual([{ one: 1 }])
      await child.end()
    }
    expect((await stat(cluster())).uid).toBe(user)
  }

  test('an ordinary user can start it twice on their own folder', () => startTwiceAs(65534))

  test.skipIf(cannotUnshare)(
    'a user without a name, as in a container, does so too (needs unshare --user)',
    () => startTwiceAs(4711),
  )

  test('refuses a folder that another user created, naming that user', async () => {
    await withDatabase()
    execFileSync('chown', ['-R', '4711:4711', dataDir])

    await expect(start()).rejects.toThrow(/belongs to user 4711.*user 0/)
  })

  test('root runs it as nobody, and its private folders stay private', async () => {
    await withDatabase()
    await start()

    expect((await stat(parent)).mode & 0o777).toBe(0o700)
    expect((await stat(cluster())).uid).toBe(65534)
    expect(await readFile(join(cluster(), 'recto-identity'), 'utf8')).toBe('setpriv\n')
  })

  test('works if the program is in a private folder of root', async () => {
    await withDatabase()
    const installedBinaries = await findBinaries()
    const folder = join(parent, 'program')
    execFileSync('cp', ['-a', '--reflink=auto', installedBinaries.folder, folder])
    const initdb = join(folder, 'native/bin/initdb')
    const postgres = join(folder, 'native/bin/postgres')

    const server = await start({ binaries: { ...installedBinaries, folder, initdb, postgres } })

    expect(await query(server.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test.skipIf(cannotUnshare)(
    'where root may not become nobody, a user namespace does (needs unshare --user)',
    async () => {
      const first = await start({ rootIdentities: ['unshare'] })
      await createNotes(first.url)
      await first.stop()

      const second = await start()

      expect((await stat(cluster())).uid).toBe(0)
      expect(await query(second.url, 'select author from note')).toEqual([{ author: 'Maria' }])
    },
  )

  test('refuses to start if neither is possible, and says what to do', async () => {
    await expect(start({ rootIdentities: [] })).rejects.toThrow('RECTO_DATA_DIR')
  })

  test('transfers a database unpacked by root without an identity record to nobody', async () => {
    await withDatabase()
    execFileSync('chown', ['-R', '0:0', dataDir])
    await rm(join(cluster(), 'recto-identity'))

    const server = await start()

    expect(await query(server.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })
})
