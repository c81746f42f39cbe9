import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cannotUnshare,
  countFiles,
  createNotes,
  isRoot,
  makeTempFolder,
  openLog,
  query,
  readPid,
  startInChild,
} from './__fixtures__/stories.ts'
import { findBinaries } from './find-binaries.ts'
import { isAlive, readPostmaster, untilGone } from './postmaster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts'

let parent: string
let dataDir: string
let pristine: string
const running: EmbeddedPostgres[] = []
const log = openLog()

beforeAll(async () => {
  const folder = await makeTempFolder()
  pristine = join(folder, 'pristine')
  const server = await startEmbeddedPostgres({ dataDir: pristine, log })
  await createNotes(server.url)
  await server.stop()
})

afterAll(() => rm(join(pristine, '..'), { recursive: true }))

beforeEach(async () => {
  parent = await makeTempFolder()
  dataDir = join(parent, 'data')
})

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  await rm(parent, { recursive: true })
})

/** A data folder with a database in it, in which Maria has written a note. */
async function withDatabase(): Promise<void> {
  execFileSync('cp', ['-a', pristine, dataDir])
}

async function start(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const server = await startEmbeddedPostgres({ dataDir, log, ...options })
  running.push(server)
  return server
}

const cluster = () => join(dataDir, 'postgres')

describe('refusals', () => {
  test('a database of another major version is left alone, with instructions', async () => {
    await withDatabase()
    await writeFile(join(cluster(), 'PG_VERSION'), '15\n')

    await expect(start()).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(/made by PostgreSQL 15.*brings PostgreSQL 18.*backup/),
    })
    expect(await readPostmaster(cluster())).toBeUndefined()
  })

  test('a folder that holds something else is not made into a database', async () => {
    await mkdir(cluster(), { recursive: true })
    await writeFile(join(cluster(), 'thesis.txt'), 'years of work')

    await expect(start()).rejects.toThrow('is not a PostgreSQL database folder')
    expect(await readFile(join(cluster(), 'thesis.txt'), 'utf8')).toBe('years of work')
  })

  test('a socket folder that others may enter is not used', async () => {
    await withDatabase()
    const server = await startEmbeddedPostgres({ dataDir, log })
    const folder = new URL(server.url).searchParams.get('host')!
    await server.stop()
    await mkdir(folder)
    await chmod(folder, 0o755)

    await expect(start()).rejects.toThrow(`The folder ${folder} must be a folder that only you`)
    await rm(folder, { recursive: true })
  })

  test('settings that PostgreSQL refuses are named', async () => {
    await withDatabase()

    await expect(start({ settings: { max_connections: 'many' } })).rejects.toThrow(
      /did not start.*max_connections/s,
    )
  })
})

describe('starting', () => {
  test('the first start makes a private database, the second finds it', async () => {
    const first = await start()
    await createNotes(first.url)
    expect(first.adopted).toBe(false)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    expect(await query(first.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    await first.stop()

    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test('stopping waits for nobody, and leaves no process, pid file or socket folder', async () => {
    await withDatabase()
    const server = await start()
    const idler = new pg.Client({ connectionString: server.url })
    const idlerIsCutOff = new Promise((resolve) => idler.on('error', resolve))
    await idler.connect()
    await idler.query("begin; insert into note values ('Nils')")
    const pid = await readPid(cluster())
    const socketFolder = new URL(server.url).searchParams.get('host')!

    await server.stop()
    await server.stop()

    await idlerIsCutOff
    expect(isAlive(pid)).toBe(false)
    expect(await readPostmaster(cluster())).toBeUndefined()
    await expect(stat(socketFolder)).rejects.toThrow('ENOENT')
  })

  test('a first start that is killed at any moment does not spoil the next', async () => {
    for (const files of [1, 200, 900]) {
      const child = startInChild(dataDir)
      while ((await countFiles(dataDir)) < files) await child.aMoment()
      await child.kill()
    }

    const server = await start()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log'])
  })

  test('a stale pid file whose number now belongs to another process is no obstacle', async () => {
    await withDatabase()
    const lines = [process.pid, cluster(), 1_700_000_000, 5432, parent, '', '0 0', 'ready   ']
    await writeFile(join(cluster(), 'postmaster.pid'), `${lines.join('\n')}\n`)

    const server = await start()

    expect(server.adopted).toBe(false)
    expect(await query(server.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test('a copied folder does not lead to the server of the original', async () => {
    await withDatabase()
    const original = await start()
    const copy = join(parent, 'copy')
    execFileSync('cp', ['-a', dataDir, copy])

    const server = await start({ dataDir: copy })

    expect(server.adopted).toBe(false)
    expect(server.url).not.toBe(original.url)
    expect(await query(server.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test('none of the secrets in the environment reaches PostgreSQL', async () => {
    await withDatabase()
    await start()

    const pid = await readPid(cluster())
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')
    expect(environment.map((line) => line.split('=')[0])).toEqual(['PATH', 'LC_ALL', ''])
  })
})

describe('dying', () => {
  test('a killed PostgreSQL is started again, and nothing acknowledged is lost', async () => {
    await withDatabase()
    const server = await start()
    await query(server.url, "insert into note values ('Nils')")
    const before = await readPid(cluster())

    const again = log.next('PostgreSQL runs again.')
    process.kill(before, 'SIGKILL')
    await again

    expect(await readPid(cluster())).not.toBe(before)
    expect(await query(server.url, 'select author from note order by 1')).toEqual([
      { author: 'Maria' },
      { author: 'Nils' },
    ])
  })

  test('one that cannot be started again is reported lost', async () => {
    await withDatabase()
    const lost = Promise.withResolvers<unknown>()
    const server = await start({ onLost: lost.resolve })
    const pid = await readPid(cluster())

    await writeFile(join(cluster(), 'postgresql.conf'), 'nonsense\n')
    process.kill(pid, 'SIGKILL')

    expect(await lost.promise).toMatchObject({ name: 'StartRefused' })
    await server.stop()
  })

  test('when the product is killed PostgreSQL lives on, and the next start takes it over', async () => {
    await withDatabase()
    const child = startInChild(dataDir)
    const first = await child.answer()
    const pid = await readPid(cluster())
    await query(first.url!, "insert into note values ('Nils')")
    await child.kill()
    expect(isAlive(pid)).toBe(true)

    const server = await start()

    expect(server).toMatchObject({ adopted: true, url: first.url })
    expect(await readPid(cluster())).toBe(pid)
    expect(await query(server.url, 'select count(*)::int from note')).toEqual([{ count: 2 }])
    await server.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test('Ctrl-C in the terminal reaches the product, which stops PostgreSQL in its own time', async () => {
    await withDatabase()
    const child = startInChild(dataDir)
    const { url } = await child.answer()

    await child.interruptGroup()

    expect(await query(url!, 'select author from note')).toEqual([{ author: 'Maria' }])
    expect(await start()).toMatchObject({ adopted: true })
  })

  test('a server that was taken over is started again too', async () => {
    await withDatabase()
    const child = startInChild(dataDir)
    await child.answer()
    await child.kill()
    const server = await start()
    expect(server.adopted).toBe(true)

    const again = log.next('PostgreSQL runs again.')
    process.kill(await readPid(cluster()), 'SIGKILL')
    await again

    expect(await query(server.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test('a server that lives but cannot be reached is replaced', async () => {
    await withDatabase()
    const child = startInChild(dataDir)
    const { url } = await child.answer()
    const pid = await readPid(cluster())
    await child.kill()
    await rm(new URL(url!).searchParams.get('host')!, { recursive: true })

    const server = await start()

    expect(server.adopted).toBe(false)
    expect(isAlive(pid)).toBe(false)
    expect(await query(server.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test('when everything was killed the next start recovers', async () => {
    await withDatabase()
    const child = startInChild(dataDir)
    const { url } = await child.answer()
    await query(url!, "insert into note values ('Nils')")
    const pid = await readPid(cluster())
    await child.kill()
    process.kill(pid, 'SIGKILL')
    await untilGone(pid, { ref: true })

    const server = await start()

    expect(server.adopted).toBe(false)
    expect(await query(server.url, 'select count(*)::int from note')).toEqual([{ count: 2 }])
  })
})

describe.skipIf(!isRoot)('users (needs root)', () => {
  /** With a copy of PostgreSQL that anybody may read, wherever the product itself lies. */
  async function startTwiceAs(user: number): Promise<void> {
    await chmod(parent, 0o711)
    const program = join(parent, 'program')
    const installed = await findBinaries()
    execFileSync('cp', ['-a', '--reflink=auto', installed.folder, program])
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

  test('an ordinary user starts it twice on a folder of their own', () => startTwiceAs(65534))

  test.skipIf(cannotUnshare)(
    'a user without a name, as in a container, does so too (needs unshare --user)',
    () => startTwiceAs(4711),
  )

  test('a folder that one user made is refused to another, by name', async () => {
    await withDatabase()
    execFileSync('chown', ['-R', '4711:4711', dataDir])

    await expect(start()).rejects.toThrow(/belongs to user 4711.*user 0/)
  })

  test('root becomes nobody, and its private folders stay private', async () => {
    await withDatabase()
    await start()

    expect((await stat(parent)).mode & 0o777).toBe(0o700)
    expect((await stat(cluster())).uid).toBe(65534)
    expect(await readFile(join(cluster(), 'recto-identity'), 'utf8')).toBe('setpriv\n')
  })

  test('the program too may lie in a private folder of root', async () => {
    await withDatabase()
    const installed = await findBinaries()
    const folder = join(parent, 'program')
    execFileSync('cp', ['-a', '--reflink=auto', installed.folder, folder])
    const initdb = join(folder, 'native/bin/initdb')
    const postgres = join(folder, 'native/bin/postgres')

    const server = await start({ binaries: { ...installed, folder, initdb, postgres } })

    expect(await query(server.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })

  test.skipIf(cannotUnshare)(
    'where root may not become nobody, a user namespace does (needs unshare --user)',
    async () => {
      const first = await start({ waysForRoot: ['unshare'] })
      await createNotes(first.url)
      await first.stop()

      const second = await start()

      expect((await stat(cluster())).uid).toBe(0)
      expect(await query(second.url, 'select author from note')).toEqual([{ author: 'Maria' }])
    },
  )

  test('where neither is possible the start is refused, naming the way out', async () => {
    await expect(start({ waysForRoot: [] })).rejects.toThrow('RECTO_DATA_DIR')
  })

  test('a database that was unpacked by root without the record is given to nobody', async () => {
    await withDatabase()
    execFileSync('chown', ['-R', '0:0', dataDir])
    await rm(join(cluster(), 'recto-identity'))

    const server = await start()

    expect(await query(server.url, 'select author from note')).toEqual([{ author: 'Maria' }])
  })
})
