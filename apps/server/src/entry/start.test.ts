import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { drawPages } from '../features/text-service/testing/draw-pages.ts'
import { exitCodes } from '../platform/exit-codes.ts'
import { type Cookies, type Person, personOf } from '../testing/people.ts'

let folder: string
let data: string
const runningProcesses = new Set<ChildProcess>()
const origins = new WeakMap<Person, string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-start-'))
  data = join(folder, 'data')
})
afterEach(async () => {
  await Promise.all([...runningProcesses].map(end))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('names all invalid settings, and starts nothing', async () => {
  const start = run('start', { PORT: 'eighty', RECTO_ORGANIZATION: 'No Spaces' })

  expect(await start.code).toBe(exitCodes.wrongSettings)
  expect(lastLineOf(start)).toMatch(/^Recto could not start: .*PORT must be a port number/)
  expect(start.output()).toContain('RECTO_ORGANIZATION must consist of')
  expect(existsSync(data)).toBe(false)
})

test('a separate web process says that it needs a database', async () => {
  const start = run('web', {})

  expect(await start.code).toBe(exitCodes.wrongSettings)
  expect(lastLineOf(start)).toMatch(/^Recto could not start: .* require DATABASE_URL/)
})

test('a command without an installation creates none', async () => {
  const backup = run('backup', {}, [join(folder, 'nothing')])
  const reset = run('reset-password', {}, ['admin'])

  expect(await backup.code).toBe(1)
  expect(await reset.code).toBe(1)
  expect(reset.output()).toContain('There is no installation')
  expect(existsSync(data)).toBe(false)
})

test('names a port in use, and leaves no process behind', async () => {
  const otherServer = createServer().listen(0, '127.0.0.1')
  await once(otherServer, 'listening')
  const { port } = otherServer.address() as { port: number }

  const start = run('start', { PORT: String(port) })

  expect(await start.code).toBe(exitCodes.temporaryFailure)
  expect(lastLineOf(start)).toContain(`Recto could not start: Port ${port} on 127.0.0.1 is in use`)
  expect(start.output()).toContain('encryption.key. Back it up')
  expect(processesOn(data)).toEqual([])
  otherServer.close()
})

test('the first start prints its URL and how to sign in, and a signal ends everything', async () => {
  const start = run('start')
  const person = await ready(start)

  expect(await person.get('/health')).toMatchObject({ status: 200, body: undefined })
  const file = join(data, 'admin-password')
  expect(start.output()).toContain(file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(join(data, 'encryption.key'))).mode & 0o777).toBe(0o600)
  const password = (await readFile(file, 'utf8')).trim()
  expect(start.output()).not.toContain(password)
  expect((await signIn(person, password)).status).toBe(302)
  expect(processesOn(data).length).toBeGreaterThan(0)
  expect(await openToOthers(data)).toEqual([])

  start.child.kill('SIGTERM')

  // A forced stop has another exit code.
  expect(await start.code).toBe(0)
  expect(lastLineOf(start)).toBe('Recto has stopped: it received SIGTERM.')
  expect(processesOn(data)).toEqual([])
})

test('refuses a second start on the same folder, and the first keeps running', async () => {
  const first = run('start')
  const person = await ready(first)

  const second = run('start')
  const restore = run('restore', {}, [join(data, 'admin-password')])

  expect(await second.code).toBe(exitCodes.temporaryFailure)
  expect(lastLineOf(second)).toMatch(/^Recto could not start: .* is already running/)
  expect(await restore.code).toBe(1)
  expect(restore.output()).toContain('is not empty')
  expect(await person.get('/health')).toMatchObject({ status: 200 })
})

test('resets a password and makes a backup while the product runs', async () => {
  const start = run('start', { RECTO_ADMIN_PASSWORD: 'only for the first start' })
  const person = await ready(start)

  const reset = run('reset-password', {}, ['admin'])
  expect(await reset.code).toBe(0)
  const [, password = ''] = /password of admin: (\S+)/.exec(reset.output()) ?? []
  expect((await signIn(person, password)).status).toBe(302)

  const backup = join(folder, 'backup.tar.gz')
  expect(await run('backup', {}, [backup]).code).toBe(0)
  await end(start.child)

  const restoredFolder = join(folder, 'restored')
  const restoredEnvironment = { RECTO_DATA_DIR: restoredFolder }
  expect(await run('restore', restoredEnvironment, [backup]).code).toBe(0)
  const restartedProcess = run('start', restoredEnvironment)
  expect((await signIn(await ready(restartedProcess), password)).status).toBe(302)
})

test('prints and rotates the text service’s key; a document survives a killed product', async () => {
  const killedProcess = run('start')
  const person = await ready(killedProcess)
  const keyOf = async (...args: string[]) => {
    const command = run('text-service-key', {}, args)
    expect(await command.code).toBe(0)
    return command.output().trim()
  }
  const withKey = (key: string) => ({ headers: { 'unstract-key': key } })
  const old = await keyOf()
  const key = await keyOf('--rotate')
  expect(await keyOf()).toBe(key)
  expect((await person.get('/api/v2/test-connection', withKey(old))).status).toBe(401)

  const bytes = await drawPages(...Array.from({ length: 30 }, (_, i) => [`Page ${i}`]))
  const upload = new Blob([Buffer.from(bytes)])
  const address = new URL(`/api/v2/whisper?mode=native_text`, origins.get(person))
  const response = await fetch(address, { method: 'POST', body: upload, ...withKey(key) })
  const { whisper_hash } = (await response.json()) as { whisper_hash: string }
  killedProcess.child.kill('SIGKILL')
  await killedProcess.code

  const next = await ready(run('start'))
  const hash = encodeURIComponent(whisper_hash)
  const status = async () =>
    (await next.get(`/api/v2/whisper-status?whisper_hash=${hash}`, withKey(key))).body.status
  await expect.poll(status).toBe('processed')
})

test('the next start adopts the database of a killed product', async () => {
  const killedProcess = run('start')
  await ready(killedProcess)
  killedProcess.child.kill('SIGKILL')
  await killedProcess.code

  const next = run('start')
  expect(await (await ready(next)).get('/health')).toMatchObject({ status: 200 })

  await end(next.child)
  expect(processesOn(data)).toEqual([])
})

test('an installation with sealed rows does not start without its key, and creates no new one', async () => {
  const key = join(data, 'encryption.key')
  await rm(key)

  const start = run('start')

  expect(await start.code).toBe(exitCodes.wrongSettings)
  expect(lastLineOf(start)).toContain('their key is missing')
  expect(existsSync(key)).toBe(false)
  expect(processesOn(data)).toEqual([])
  const otherProcess = run('start', { ENCRYPTION_KEY: '08'.repeat(32) })
  expect(await otherProcess.code).toBe(exitCodes.wrongSettings)
  expect(otherProcess.output()).toContain('is not the key that this database was encrypted with')
})

type Run = {
  readonly child: ChildProcess
  readonly code: Promise<number | null>
  output(): string
}

const lastLineOf = ({ output }: Run) => output().trim().split('\n').at(-1)

type Variables = { readonly [name: string]: string }

function run(entry: string, env: Variables = {}, args: readonly string[] = []): Run {
  const file = new URL(`./${entry}.ts`, import.meta.url)
  const { NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [file.pathname, ...args], {
    cwd: folder,
    env: { NODE_COMPILE_CACHE, PORT: '0', RECTO_DATA_DIR: data, RECTO_SAMPLE: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  runningProcesses.add(child)
  const outputParts: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => outputParts.push(text))
  }
  const code = once(child, 'close').then(([exit]) => {
    runningProcesses.delete(child)
    return exit as number | null
  })
  return { child, code, output: () => outputParts.join('') }
}

/** Returns a client once the process says that it is ready. */
async function ready({ child, code, output }: Run): Promise<Person> {
  const address = new Promise<string>((resolve, reject) => {
    const look = () => {
      const [, url] = /Recto is ready: (\S+)/.exec(output()) ?? []
      if (url) resolve(url)
    }
    child.stdout?.on('data', look)
    code.then(() => reject(new Error(`It did not start: ${output()}`)), reject)
  })
  const cookies: Cookies = {}
  const origin = await address
  const person = personOf({
    origin,
    base: '/api/v1/recto/recto/',
    username: 'admin',
    cookies: async () => cookies,
  })
  origins.set(person, origin)
  return person
}

const signIn = (person: Person, password: string) =>
  person.post('/api/v1/login', new URLSearchParams({ username: 'admin', password }))

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closePromise = once(child, 'close')
  child.kill('SIGTERM')
  await closePromise
}

/** Lists processes whose command line contains a folder. */
function processesOn(place: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(commandOf)
    .filter((command) => command.includes(place))
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    // It has ended since it was listed.
    return ''
  }
}

/** Lists files that other users of the machine may read, write or enter. */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const modes = await Promise.all(
    entries.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      // The database creates and deletes files all the time.
      const stats = await stat(path).catch(() => undefined)
      return stats && (stats.mode & 0o077) !== 0 && !stats.isSocket() ? [path] : []
    }),
  )
  return modes.flat()
}
