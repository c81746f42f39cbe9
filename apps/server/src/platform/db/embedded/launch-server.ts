import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, open, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../../start-refused.ts'
import { type Cluster, diskFull } from './cluster.ts'
import type { Binaries } from './find-binaries.ts'
import { bareEnvironment, commandAs, ownerUnder } from './identity.ts'
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
}

const logLimit = 5_000_000

/** Backends of a killed server keep its shared memory for a moment: worth another attempt. */
const leftovers = /pre-existing shared memory block|lock file .* already exists/

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
  const log = await openLog(cluster)
  const [file, args] = commandAs(cluster.identity, postgresCommand(given))
  const child = spawn(file, args, {
    // A session of its own: Ctrl-C reaches the whole process group, and the order of stopping is ours.
    detached: true,
    stdio: ['ignore', log.handle.fd, log.handle.fd],
    env: bareEnvironment,
    cwd: '/',
  })
  const exited = once(child, 'exit')
  child.unref()
  await log.handle.close()
  const pid = child.pid
  if (pid === undefined) return exited.then(String, String)

  let isGone = false
  exited.then(
    () => (isGone = true),
    () => (isGone = true),
  )
  while (!isGone) {
    const postmaster = await readPostmaster(cluster.folder)
    if (postmaster?.pid === pid && postmaster.isReady) {
      return { pid, socketFolder, adopted: false, exited }
    }
    await sleep(10)
  }
  return (await readFile(log.path, 'utf8')).slice(log.start)
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

async function openLog({ folder, identity }: Cluster) {
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
