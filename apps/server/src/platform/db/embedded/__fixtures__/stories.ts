import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readPostmaster } from '../postmaster.ts'

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

export async function readPid(clusterFolder: string): Promise<number> {
  return (await readPostmaster(clusterFolder))!.pid
}

export async function countFiles(folder: string): Promise<number> {
  return (await readdir(folder, { recursive: true }).catch(() => [])).length
}

/** A log whose next line of a kind can be awaited. */
export function openLog() {
  const waiting = new Map<string, () => void>()
  const write = (message: string) => waiting.get(message)?.()
  const next = (message: string) => new Promise<void>((resolve) => waiting.set(message, resolve))
  return { info: write, warn: write, next }
}

type Answer = {
  readonly url?: string
  readonly adopted?: boolean
  readonly refused?: string
}

const script = fileURLToPath(new URL('hold-postgres.ts', import.meta.url))

/** A user who may read whatever root may, to find this program, but is no more than that. */
const becoming = (user: number) => [
  ...`setpriv --reuid ${user} --regid ${user} --clear-groups`.split(' '),
  ...'--inh-caps +dac_read_search --ambient-caps +dac_read_search --securebits +no_setuid_fixup'.split(' '),
]

/** Another process of the product: it starts the database, and stops it when its input ends. */
export function startInChild(dataDir: string, user?: number, program?: string) {
  const prefix = user === undefined ? [] : becoming(user)
  const copy = program === undefined ? [] : [program]
  const [command = '', ...args] = [...prefix, process.execPath, script, dataDir, ...copy]
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], detached: true })
  const lines = createInterface(child.stdout)

  async function answer(): Promise<Answer> {
    const [line] = await once(lines, 'line')
    return JSON.parse(line)
  }

  return {
    answer,
    kill: () => gone(child, () => child.kill('SIGKILL')),
    interruptGroup: () => gone(child, () => process.kill(-child.pid!, 'SIGINT')),
    end: () => gone(child, () => child.stdin.end()),
    aMoment: () => setImmediate(),
  }
}

async function gone(child: ChildProcess, act: () => void): Promise<void> {
  const exited = once(child, 'exit')
  act()
  await exited
}
