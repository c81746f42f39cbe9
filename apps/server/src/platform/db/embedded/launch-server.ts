import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, open, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../app-error.ts'
import { type Cluster, createDiskFullError } from './cluster.ts'
import type { Binaries } from './find-binaries.ts'
import { bareEnvironment, buildCommand, getOwner } from './identity.ts'
import { readPostmaster } from './postmaster.ts'
import { createStillRecoveringError } from './recovery.ts'
import type { Server } from './server.ts'

export type ServerSettings = Readonly<Record<string, string>>

type LaunchOptions = {
  readonly cluster: Cluster
  readonly binaries: Binaries
  readonly socketFolder: string
  readonly settings: ServerSettings
  readonly log: ServerLog
  readonly recoverySeconds: number
}

const maxLogBytes = 5_000_000

/**
 * Backends of a killed server keep its shared memory for a moment, so another attempt may succeed.
 */
const leftoverMessage = /pre-existing shared memory block|lock file "[^"\n]*" already exists/

const shortageMessage =
  /Cannot allocate memory|Too many open files|Resource temporarily unavailable/

/** Starts PostgreSQL and resolves when it accepts connections. */
export async function launchServer(options: LaunchOptions): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await launchOnce(options)
    if ('pid' in outcome) return outcome
    if (!leftoverMessage.test(outcome.output) || attempt === 20)
      throw toStartupError(outcome, options.cluster.folder)
    await sleep(attempt * 50)
  }
}

/** This server ended before it accepted a connection. */
type FailedLaunch = { readonly output: string; readonly signal?: string | undefined }

async function launchOnce(options: LaunchOptions): Promise<Server | FailedLaunch> {
  const { cluster, socketFolder } = options
  const output = await openLogFile(cluster)
  const [file, args] = buildCommand(cluster.identity, buildPostgresCommand(options))
  const child = spawn(file, args, {
    // A session of its own, because Ctrl-C reaches the whole process group and we control the order
    // of shutdown.
    detached: true,
    stdio: ['ignore', output.handle.fd, output.handle.fd],
    env: bareEnvironment,
    cwd: '/',
  })
  const exit: Promise<Exit> = once(child, 'exit').then(
    ([, signal]) => ({ signal: signal ?? undefined }),
    (error) => ({ error: String(error) }),
  )
  child.unref()
  await output.handle.close()

  const { pid } = child
  if (pid === undefined) return { output: `${file}: ${(await exit).error}` }
  if (await isReady(pid, exit, options))
    return { pid, socketFolder, isAdopted: false, exited: exit }
  const text = (await readFile(output.path)).subarray(output.start).toString()
  return { output: text, signal: (await exit).signal }
}

type Exit = { readonly signal?: string | undefined; readonly error?: string }

/** Waits while the server recovers from a crash; false if it gave up. */
async function isReady(
  pid: number,
  exitPromise: Promise<unknown>,
  options: LaunchOptions,
): Promise<boolean> {
  const exit = exitPromise.then(() => 'gone' as const)
  const slowStart = setTimeout(
    () => options.log.info('PostgreSQL is still starting. After a crash, this can take a while.'),
    5000,
  )
  try {
    const deadline = performance.now() + options.recoverySeconds * 1000
    while ((await Promise.race([exit, sleep(10)])) !== 'gone') {
      if (performance.now() > deadline) throw createStillRecoveringError(options.cluster.folder)
      const postmaster = await readPostmaster(options.cluster.folder)
      if (postmaster?.pid === pid && postmaster.isReady) return true
    }
    return false
  } finally {
    clearTimeout(slowStart)
  }
}

function buildPostgresCommand({
  binaries,
  cluster,
  socketFolder,
  settings,
}: LaunchOptions): string[] {
  const allSettings: ServerSettings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // Statements and key values are customers' data: they reach the product in errors, not in a
    // log.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    logging_collector: 'off',
    ...settings,
  }
  const switches = Object.entries(allSettings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  return [binaries.postgres, '-D', cluster.folder, ...switches]
}

async function openLogFile({ folder, identity }: Cluster) {
  const path = join(dirname(folder), 'postgres.log')
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  )
  const handle = await open(path, size > maxLogBytes ? 'w' : 'a', 0o600)
  await chown(path, getOwner(identity), getOwner(identity))
  return { path, handle, start: size > maxLogBytes ? 0 : size }
}

function toStartupError({ output, signal }: FailedLaunch, folder: string): StartupError {
  if (output.includes('No space left on device')) return createDiskFullError(folder)
  if (signal !== undefined) {
    return new StartupError(
      `PostgreSQL was ended by ${signal} while it was starting in ${folder}, by the system if the machine is short of memory. Start Recto again.`,
      { isTemporary: true },
    )
  }
  const reason = output.trim() || 'it ended without a message'
  return new StartupError(
    `PostgreSQL did not start in ${folder}: ${reason}\nThe folder ${dirname(folder)} has its log: postgres.log.`,
    { isTemporary: leftoverMessage.test(output) || shortageMessage.test(output) },
  )
}

/** The part of the product's log that the launcher writes to. */
export type ServerLog = {
  info(message: string): void
  warn(message: string): void
}
