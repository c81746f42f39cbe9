import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, open, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../../start-refused.ts'
import { type Cluster, diskFull } from './cluster.ts'
import type { Binaries } from './find-binaries.ts'
import { bareEnvironment, commandAs, ownerUnder } from './identity.ts'
import type { ServerLog } from './log.ts'
import { readPostmaster } from './postmaster.ts'

/** A live PostgreSQL. `exited` resolves when it is gone, for whatever reason. */
export type Server = {
  readonly pid: number
  readonly socketFolder: string
  readonly adopted: boolean
  readonly exited: Promise<unknown>
}

export type ServerSettings = Readonly<Record<string, string>>

type Given = {
  readonly cluster: Cluster
  readonly binaries: Binaries
  readonly socketFolder: string
  readonly settings: ServerSettings
  readonly log: ServerLog
}

const logLimit = 5_000_000

/** Backends of a killed server keep its shared memory for a moment: worth another attempt. */
const leftovers = /pre-existing shared memory block|lock file "[^"\n]*" already exists/

/** Starts PostgreSQL and resolves when it accepts connections. */
export async function launchServer(given: Given): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await launchOnce(given)
    if (typeof outcome !== 'string') return outcome
    if (!leftovers.test(outcome) || attempt === 20) throw explain(outcome, given.cluster.folder)
    await sleep(attempt * 50)
  }
}

/** The server, or what it said before it gave up. */
async function launchOnce(given: Given): Promise<Server | string> {
  const { cluster, socketFolder } = given
  const output = await openOutput(cluster)
  const [file, args] = commandAs(cluster.identity, postgresCommand(given))
  const child = spawn(file, args, {
    // A session of its own: Ctrl-C reaches the whole process group, and the order of stopping is ours.
    detached: true,
    stdio: ['ignore', output.handle.fd, output.handle.fd],
    env: bareEnvironment,
    cwd: '/',
  })
  const exited = once(child, 'exit').catch(String)
  child.unref()
  await output.handle.close()

  const { pid } = child
  if (pid === undefined) return `${file}: ${await exited}`
  if (await isReady(pid, exited, given)) return { pid, socketFolder, adopted: false, exited }
  return (await readFile(output.path, 'utf8')).slice(output.start)
}

/** Waits as long as recovery after a crash takes; false when the server gave up. */
async function isReady(pid: number, exited: Promise<unknown>, given: Given): Promise<boolean> {
  const gone = exited.then(() => 'gone' as const)
  const slowStart = setTimeout(
    () => given.log.info('PostgreSQL is still starting; after a crash this can take a while.'),
    5000,
  )
  try {
    while ((await Promise.race([gone, sleep(10)])) !== 'gone') {
      const postmaster = await readPostmaster(given.cluster.folder)
      if (postmaster?.pid === pid && postmaster.isReady) return true
    }
    return false
  } finally {
    clearTimeout(slowStart)
  }
}

function postgresCommand({ binaries, cluster, socketFolder, settings }: Given): string[] {
  const all: ServerSettings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // Statements and key values are customers' data: they reach the product as errors, not a log.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    logging_collector: 'off',
    ...settings,
  }
  const switches = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [binaries.postgres, '-D', cluster.folder, ...switches]
}

async function openOutput({ folder, identity }: Cluster) {
  const path = join(dirname(folder), 'postgres.log')
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  const handle = await open(path, size > logLimit ? 'w' : 'a', 0o600)
  await chown(path, ownerUnder(identity), ownerUnder(identity))
  return { path, handle, start: size > logLimit ? 0 : size }
}

function explain(output: string, folder: string): StartRefused {
  if (output.includes('No space left on device')) return diskFull(folder)
  return new StartRefused(`PostgreSQL did not start on ${folder}: ${output.trim()}`)
}
