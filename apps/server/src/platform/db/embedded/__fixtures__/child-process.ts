import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readPostmaster } from '../postmaster.ts'
import type { AddressKind } from '../server-address.ts'
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts'

export const isRoot = process.getuid!() === 0
export const cannotUnshare = spawnSync('unshare', ['--user', 'true']).status !== 0

export const makeTempFolder = () => mkdtemp(join(tmpdir(), 'launcher-'))

export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

export const createNotes = (url: string) =>
  query(url, "create table note (author text); insert into note values ('Maria')")

/** Creates a database in which Maria has written a note, for copies of it. */
export async function makePristineDatabase(options: { readonly addressKind?: AddressKind } = {}) {
  const folder = await makeTempFolder()
  const dataDir = join(folder, 'pristine')
  const server = await startEmbeddedPostgres({ dataDir, log: openLog(), ...options })
  await createNotes(server.url)
  await server.stop()
  return {
    copyTo: (target: string) => void execFileSync('cp', ['-a', dataDir, target]),
    remove: () => rm(folder, { recursive: true }),
  }
}

/** Opens a transaction that nobody ends; the promise resolves when the server ends its connection. */
export async function openIdleTransaction(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  const isCutOff = new Promise((resolve) => client.on('error', resolve))
  await client.connect()
  await client.query(`begin; ${statement}`)
  return { isCutOff }
}

export async function readPid(clusterFolder: string): Promise<number> {
  return (await readPostmaster(clusterFolder))!.pid
}

export async function countFiles(folder: string): Promise<number> {
  return (await readdir(folder, { recursive: true }).catch(() => [])).length
}

/** A log whose messages can be awaited. */
export function openLog() {
  const listeners = new Map<string, () => void>()
  const write = (message: string) => listeners.get(message)?.()
  const next = (message: string) => new Promise<void>((resolve) => listeners.set(message, resolve))
  return { info: write, warn: write, next }
}

type ChildReply = {
  readonly url?: string
  readonly adopted?: boolean
  readonly refused?: string
}

const script = fileURLToPath(new URL('hold-postgres.ts', import.meta.url))

/**
 * Runs a command as a user who may read everything, to find this program, but has no other
 * privileges.
 */
const setprivCommand = (user: number) => [
  ...`setpriv --reuid ${user} --regid ${user} --clear-groups`.split(' '),
  ...'--inh-caps +dac_read_search --ambient-caps +dac_read_search --securebits +no_setuid_fixup'.split(' '),
]

/**
 * Starts another process of the product, which starts the database and stops it when its input
 * ends.
 */
export function startInChild(dataDir: string, user?: number, program?: string) {
  const prefix = user === undefined ? [] : setprivCommand(user)
  const copy = program === undefined ? [] : [program]
  const commandLine = [...prefix, process.execPath, script, dataDir, ...copy]
  const [command = '', ...args] = commandLine
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], detached: true })
  const lines = createInterface(child.stdout)

  async function readReply(): Promise<ChildReply> {
    const [line] = await once(lines, 'line')
    return JSON.parse(line)
  }

  return {
    answer: readReply,
    kill: () => waitForExitAfter(child, () => child.kill('SIGKILL')),
    interruptGroup: () => waitForExitAfter(child, () => process.kill(-child.pid!, 'SIGINT')),
    end: () => waitForExitAfter(child, () => child.stdin.end()),
    aMoment: () => setImmediate(),
  }
}

async function waitForExitAfter(child: ChildProcess, run: () => void): Promise<void> {
  const exit = once(child, 'exit')
  run()
  await exit
}
