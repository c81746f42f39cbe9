import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../../app-error.ts'
import { describeFailure, getErrorCode } from '../../describe-failure.ts'
import { syncFolder } from '../../files/sync-folder.ts'
import type { Binaries } from './find-binaries.ts'
import {
  buildCommand,
  getBareEnvironment,
  getOwner,
  getUserId,
  giveToOwner,
  type Identity,
} from './identity.ts'
import type { AddressKind } from './server-address.ts'

const run = promisify(execFile)

/** It takes seconds; minutes on a machine that is very busy. */
const maxInitSeconds = 300

/** Stored in the cluster folder, so that the folder and its identity appear in one rename. */
const recordFile = 'recto-identity'

/** A server at a port has a password, and settings that the launcher writes for each start. */
const passwordFile = 'recto-password'
export const settingsFile = 'recto.conf'

export type Cluster = { readonly folder: string; readonly identity: Identity }

type ClusterOptions = {
  readonly dataDir: string
  readonly addressKind: AddressKind
  readonly binaries: Binaries
  readonly chooseIdentity: () => Promise<Identity>
}

/** Opens the existing database files if they fit, or creates new ones. */
export async function openOrCreateCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = join(options.dataDir, 'postgres')
  await removeIncompleteClusters(folder)
  if (!(await exists(folder))) return createCluster(folder, options)

  await assertSameMajorVersion(folder, options.binaries.major)
  const identity = await readIdentity(folder, options)
  await assertSameOwner(folder, identity)
  return { folder, identity }
}

/**
 * `initdb` runs in a folder of another name that is renamed when complete, so that an interrupted
 * run leaves nothing that a later start would take for a database.
 */
async function createCluster(folder: string, options: ClusterOptions): Promise<Cluster> {
  const identity = await options.chooseIdentity()
  const temporaryFolder = `${folder}.new-${randomUUID()}`
  try {
    await mkdir(temporaryFolder, { mode: 0o700 })
    await giveToOwner(temporaryFolder, identity)
    const authentication =
      options.addressKind === 'port'
        ? ['--auth=scram-sha-256', `--pwfile=${await createPassword(temporaryFolder, identity)}`]
        : ['--auth=trust']
    const command = [...initdbCommand(options.binaries, temporaryFolder), ...authentication]
    await run(...buildCommand(identity, command), {
      env: getBareEnvironment(),
      cwd: '/',
      timeout: maxInitSeconds * 1000,
      killSignal: 'SIGKILL',
    })
    if (options.addressKind === 'port') {
      await rename(passwordPathOf(temporaryFolder), join(temporaryFolder, passwordFile))
      const include = `include_if_exists = '${settingsFile}'\n`
      await appendFile(join(temporaryFolder, 'postgresql.conf'), include)
    }
    await writeIdentity(temporaryFolder, identity)
    await rename(temporaryFolder, folder)
    await syncFolder(options.dataDir)
  } catch (error) {
    await rm(temporaryFolder, { recursive: true, force: true })
    await rm(passwordPathOf(temporaryFolder), { force: true })
    throw toStartupError(error, folder)
  }
  return { folder, identity }
}

/** `initdb` needs an empty folder, so that the file is beside it at first. Its name begins like the folder's, so that it is removed with it. */
const passwordPathOf = (temporaryFolder: string) => `${temporaryFolder}.password`

async function createPassword(temporaryFolder: string, identity: Identity): Promise<string> {
  const path = passwordPathOf(temporaryFolder)
  await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600 })
  await giveToOwner(path, identity)
  return path
}

/** Returns the password of a server at a port. Everyone who may read the files of the database may read it. */
export async function readPassword(clusterFolder: string): Promise<string> {
  const path = join(clusterFolder, passwordFile)
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new StartupError(
      `The password of the database cannot be read from ${path} (${getErrorCode(cause)}). Restore the file, or the whole data folder from a backup.`,
      { cause },
    )
  }
}

/** The built-in C.UTF-8 sorts the same on every machine, whatever its C library. */
function initdbCommand({ initdb }: Binaries, folder: string): string[] {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return [
    initdb,
    `--pgdata=${folder}`,
    '--username=postgres',
    '--encoding=UTF8',
    ...locale,
    '--no-instructions',
  ]
}

async function removeIncompleteClusters(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.new-`
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith(prefix)) await removeFolder(join(dirname(folder), name))
  }
}

/** An orphaned `initdb` may still be writing into the folder. */
const removeFolder = (path: string) =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })

async function exists(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error) => {
    if (getErrorCode(error) === 'ENOENT') return []
    throw new StartupError(
      `The database folder ${folder} cannot be read (${getErrorCode(error)}).`,
      {
        cause: error,
      },
    )
  })
  return names.length > 0
}

async function assertSameMajorVersion(folder: string, major: number): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch((error) => {
    throw new StartupError(
      `${folder} is not a PostgreSQL database folder: it has no PG_VERSION (${getErrorCode(error)}). Move it away, or set RECTO_DATA_DIR to another folder.`,
      { cause: error },
    )
  })
  if (Number.parseInt(version, 10) === major) return
  throw new StartupError(
    `The database in ${folder} was created by PostgreSQL ${version.trim()}, but this version of Recto includes PostgreSQL ${major}. ` +
      'Nothing was changed. Create a backup with the version of Recto that created the database (`npm run backup -- FILE`), start this version ' +
      'with an empty RECTO_DATA_DIR, and restore the backup there (`npm run restore -- FILE`).',
  )
}

async function readIdentity(folder: string, options: ClusterOptions): Promise<Identity> {
  // Only `initdb` needs the user to have a name; a running server does not.
  if (getUserId() !== 0) return 'self'
  const text = await readFile(join(folder, recordFile), 'utf8').catch((error) => {
    if (getErrorCode(error) !== 'ENOENT') throw error
  })
  return text === undefined ? adoptFiles(folder, options) : (text.trim() as Identity)
}

/**
 * Handles a database folder that root has unpacked and that has no identity record: it gets the
 * owner that a new one would have.
 */
async function adoptFiles(folder: string, options: ClusterOptions): Promise<Identity> {
  const identity = await options.chooseIdentity()
  const owner = getOwner(identity)
  if ((await stat(folder)).uid === 0) await run('chown', ['-R', `${owner}:${owner}`, folder])
  await writeIdentity(folder, identity)
  return identity
}

async function writeIdentity(folder: string, identity: Identity): Promise<void> {
  const path = join(folder, recordFile)
  await writeFile(path, `${identity}\n`, { mode: 0o600 })
  await giveToOwner(path, identity)
}

async function assertSameOwner(folder: string, identity: Identity): Promise<void> {
  const userId = getUserId()
  if (userId === undefined) return
  const { uid } = await stat(folder)
  if (identity === 'self' ? uid === userId && uid !== 0 : uid === getOwner(identity)) return
  throw new StartupError(
    `The database in ${folder} belongs to user ${uid}, but Recto was started by user ${userId}. ` +
      `Start Recto as user ${uid}, or set RECTO_DATA_DIR to another folder.`,
  )
}

function toStartupError(error: unknown, folder: string): StartupError {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  if (getErrorCode(error) === 'ENOSPC' || output.includes('No space left on device')) {
    return createDiskFullError(folder, error)
  }
  const { signal } = Object(error) as { readonly signal?: string | null }
  const reason = signal ? describeInitSignal(signal) : output || describeFailure(error)
  return new StartupError(`The database could not be created in ${folder}: ${reason}`, {
    cause: error,
    isTemporary: Boolean(signal),
  })
}

const describeInitSignal = (signal: string) =>
  `initdb was ended by ${signal}, by the system when it is short of memory, or after ${maxInitSeconds} s because it took too long. Start Recto again when the machine is less busy.`

export const createDiskFullError = (folder: string, cause?: unknown) =>
  new StartupError(
    `The disk that contains ${folder} is full. Free up some space (a new database needs 60 MB) and start Recto again. Nothing was lost.`,
    { cause, isTemporary: true },
  )
