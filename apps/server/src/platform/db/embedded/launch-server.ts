import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../app-error.ts'
import { getErrorCode } from '../../describe-failure.ts'
import { type Cluster, createDiskFullError, settingsFile } from './cluster.ts'
import type { Binaries } from './find-binaries.ts'
import { buildCommand, getBareEnvironment, giveToOwner } from './identity.ts'
import { isAlive, readPostmaster, waitForExit } from './postmaster.ts'
import { createStillRecoveringError } from './recovery.ts'
import type { Server } from './server.ts'
import type { ServerAddress } from './server-address.ts'
import { openSignals, type SignalOptions } from './stop-server.ts'

export type ServerSettings = Readonly<Record<string, string>>

type LaunchOptions = {
  readonly cluster: Cluster
  readonly binaries: Binaries
  readonly address: ServerAddress
  readonly settings: ServerSettings
  readonly log: ServerLog
  readonly recoverySeconds: number
}

const maxLogBytes = 5_000_000

/**
 * Backends of a killed server keep its shared memory for a moment, so another attempt may succeed.
 */
const leftoverMessage =
  /pre-existing shared memory block|lock file "[^"\n]*" already exists|^EBUSY: resource busy/

const shortageMessage =
  /Cannot allocate memory|Too many open files|Resource temporarily unavailable|could not create any TCP/

/** Starts PostgreSQL and resolves when it accepts connections. */
export async function launchServer(options: LaunchOptions): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const outcome =
      options.address.kind === 'port' ? await launchByPgCtl(options) : await launchOnce(options)
    if ('pid' in outcome) return outcome
    if (!leftoverMessage.test(outcome.output) || attempt === 20)
      throw toStartupError(outcome, options.cluster.folder)
    await sleep(attempt * 50)
  }
}

/** This server ended before it accepted a connection. */
type FailedLaunch = { readonly output: string; readonly signal?: string | undefined }

async function launchOnce(options: LaunchOptions): Promise<Server | FailedLaunch> {
  const { cluster, address } = options
  const output = await openLogFile(cluster)
  const [file, args] = buildCommand(cluster.identity, buildPostgresCommand(options))
  const child = spawn(file, args, {
    // A session of its own, because Ctrl-C reaches the whole process group and we control the order
    // of shutdown.
    detached: true,
    stdio: ['ignore', output.handle.fd, output.handle.fd],
    env: getBareEnvironment(),
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
  if (await isReady(pid, exit, options)) {
    const signal = openSignals(pid, asSignalOptions(options))
    return { pid, address, isAdopted: false, exited: exit, signal }
  }
  return { output: await readNewOutput(output), signal: (await exit).signal }
}

const asSignalOptions = ({ address, binaries, cluster }: LaunchOptions): SignalOptions => ({
  addressKind: address.kind,
  pgCtl: binaries.pgCtl,
  identity: cluster.identity,
})

const readNewOutput = async ({ path, start }: LogFile) =>
  (await readFile(path)).subarray(start).toString()

/** We wait for `pg_ctl` this much longer than it waits for the server. */
const maxExtraSeconds = 30

/**
 * On Windows PostgreSQL refuses to run with the rights of an administrator, so `pg_ctl` drops them. The settings
 * are in a file, because a shell would read them from the command line.
 */
async function launchByPgCtl(options: LaunchOptions): Promise<Server | FailedLaunch> {
  const { cluster, address, binaries, recoverySeconds } = options
  const output = await openLogFile(cluster).catch((error: unknown) => {
    // Processes that outlive a killed server hold the log on Windows.
    if (getErrorCode(error) === 'EBUSY') return undefined
    throw error
  })
  if (!output) return { output: 'EBUSY: resource busy: postgres.log' }
  await output.handle.close()
  await writeSettings(options)
  const wait = ['-w', '-t', String(Math.ceil(recoverySeconds))]
  const command = [binaries.pgCtl, 'start', '-D', cluster.folder, '-l', output.path, ...wait]
  const [file, args] = buildCommand(cluster.identity, command)
  const child = spawn(file, args, {
    // The server would hold pipes open.
    stdio: 'ignore',
    env: getBareEnvironment(),
    cwd: '/',
    timeout: (recoverySeconds + maxExtraSeconds) * 1000,
    windowsHide: true,
  })
  const slowStart = announceSlowStart(options.log)
  const code = await once(child, 'exit').then(
    ([exitCode]) => exitCode as number | null,
    (error) => String(error),
  )
  clearTimeout(slowStart)
  const postmaster = await readPostmaster(cluster.folder)
  if (code === 0 && postmaster?.isReady) {
    const { pid } = postmaster
    const signal = openSignals(pid, asSignalOptions(options))
    return { pid, address, isAdopted: false, exited: waitForExit(pid), signal }
  }
  if (postmaster && !postmaster.isReady && isAlive(postmaster.pid))
    throw createStillRecoveringError(cluster.folder)
  const text = await readNewOutput(output)
  return { output: typeof code === 'string' ? `${file}: ${code}` : text }
}

async function writeSettings(options: LaunchOptions): Promise<void> {
  const path = join(options.cluster.folder, settingsFile)
  const lines = Object.entries(listSettings(options)).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  )
  await writeFile(path, lines.join(''), { mode: 0o600 })
  await giveToOwner(path, options.cluster.identity)
}

type Exit = { readonly signal?: string | undefined; readonly error?: string }

/** Waits while the server recovers from a crash; false if it gave up. */
async function isReady(
  pid: number,
  exitPromise: Promise<unknown>,
  options: LaunchOptions,
): Promise<boolean> {
  const exit = exitPromise.then(() => 'gone' as const)
  const slowStart = announceSlowStart(options.log)
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

const announceSlowStart = (log: ServerLog) =>
  setTimeout(
    () => log.info('PostgreSQL is still starting. After a crash, this can take a while.'),
    5000,
  )

function buildPostgresCommand(options: LaunchOptions): string[] {
  const switches = Object.entries(listSettings(options)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  return [options.binaries.postgres, '-D', options.cluster.folder, ...switches]
}

function listSettings({ address, settings }: LaunchOptions): ServerSettings {
  return {
    ...listAddressSettings(address),
    // Statements and key values are customers' data: they reach the product in errors, not in a
    // log.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    logging_collector: 'off',
    ...settings,
  }
}

function listAddressSettings(address: ServerAddress): ServerSettings {
  if (address.kind === 'port') {
    const port = String(address.port)
    return { listen_addresses: '127.0.0.1', port, unix_socket_directories: '' }
  }
  return {
    listen_addresses: '',
    unix_socket_directories: `"${address.folder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
}

type LogFile = { readonly path: string; readonly start: number }

async function openLogFile({ folder, identity }: Cluster) {
  const path = join(dirname(folder), 'postgres.log')
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  )
  const handle = await open(path, size > maxLogBytes ? 'w' : 'a', 0o600)
  await giveToOwner(path, identity)
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
