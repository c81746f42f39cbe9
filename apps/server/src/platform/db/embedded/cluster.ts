import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describeFailure } from '../../describe-failure.ts'
import { StartRefused } from '../../start-refused.ts'
import { codeOf } from './code-of.ts'
import type { Binaries } from './find-binaries.ts'
import { bareEnvironment, commandAs, type Identity, ownerUnder } from './identity.ts'

const run = promisify(execFile)

/** Lies in the cluster folder, so that the folder and the way it was made appear in one rename. */
const recordFile = 'recto-identity'

export type Cluster = { readonly folder: string; readonly identity: Identity }

type Given = {
  readonly dataDir: string
  readonly binaries: Binaries
  readonly chooseIdentity: () => Promise<Identity>
}

/** The database's files: those that are there and fit, or new ones. */
export async function openOrCreateCluster(given: Given): Promise<Cluster> {
  const folder = join(given.dataDir, 'postgres')
  await removeUnfinished(folder)
  if (!(await exists(folder))) return createCluster(folder, given)

  await refuseOtherMajor(folder, given.binaries.major)
  const identity = await readIdentity(folder, given)
  await refuseOtherOwner(folder, identity)
  return { folder, identity }
}

/**
 * `initdb` works in a folder of another name, which is renamed when it is complete: one that was
 * killed half-way leaves nothing that a later start would take for a database.
 */
async function createCluster(folder: string, given: Given): Promise<Cluster> {
  const identity = await given.chooseIdentity()
  const unfinished = `${folder}.new-${randomUUID()}`
  try {
    await mkdir(unfinished, { mode: 0o700 })
    await chown(unfinished, ownerUnder(identity), ownerUnder(identity))
    await run(...commandAs(identity, initdbCommand(given.binaries, unfinished)), {
      env: bareEnvironment,
      cwd: '/',
    })
    await writeIdentity(unfinished, identity)
    await rename(unfinished, folder)
    await syncFolder(given.dataDir)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw explain(error, folder)
  }
  return { folder, identity }
}

/** The built-in C.UTF-8 sorts alike on every machine, whatever its C library. */
function initdbCommand({ initdb }: Binaries, folder: string): string[] {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return [
    initdb,
    `--pgdata=${folder}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    ...locale,
    '--no-instructions',
  ]
}

async function removeUnfinished(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.new-`
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith(prefix)) await removeFolder(join(dirname(folder), name))
  }
}

/** An `initdb` whose parent was killed may still be writing into the folder. */
const removeFolder = (path: string) =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })

async function exists(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') return []
    throw new StartRefused(`The database folder ${folder} cannot be read (${codeOf(error)}).`, {
      cause: error,
    })
  })
  return names.length > 0
}

async function refuseOtherMajor(folder: string, major: number): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch((error) => {
    throw new StartRefused(
      `${folder} is not a PostgreSQL database folder: it has no PG_VERSION (${codeOf(error)}). Move it away, or set RECTO_DATA_DIR to another folder.`,
      { cause: error },
    )
  })
  if (Number.parseInt(version, 10) === major) return
  throw new StartRefused(
    `The database in ${folder} was made by PostgreSQL ${version.trim()}, and this version of Recto brings PostgreSQL ${major}. ` +
      'Nothing was changed. Make a backup with the version of Recto that made it (`npm run backup -- FILE`), start this version ' +
      'with an empty RECTO_DATA_DIR, and restore it there (`npm run restore -- FILE`).',
  )
}

async function readIdentity(folder: string, given: Given): Promise<Identity> {
  // Only `initdb` minds that a user has no name.
  if (process.getuid!() !== 0) return 'self'
  const text = await readFile(join(folder, recordFile), 'utf8').catch((error) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
  return text === undefined ? adoptFiles(folder, given) : (text.trim() as Identity)
}

/** Root has unpacked a database that has no record yet: it is given to whom a new one would be. */
async function adoptFiles(folder: string, given: Given): Promise<Identity> {
  const identity = await given.chooseIdentity()
  const owner = ownerUnder(identity)
  if ((await stat(folder)).uid === 0) await run('chown', ['-R', `${owner}:${owner}`, folder])
  await writeIdentity(folder, identity)
  return identity
}

async function writeIdentity(folder: string, identity: Identity): Promise<void> {
  const path = join(folder, recordFile)
  await writeFile(path, `${identity}\n`, { mode: 0o600 })
  await chown(path, ownerUnder(identity), ownerUnder(identity))
}

async function refuseOtherOwner(folder: string, identity: Identity): Promise<void> {
  const { uid } = await stat(folder)
  if (identity === 'self' ? uid === process.getuid!() && uid !== 0 : uid === ownerUnder(identity)) {
    return
  }
  throw new StartRefused(
    `The database in ${folder} belongs to user ${uid} and was made by another user than the one who starts Recto now ` +
      `(user ${process.getuid!()}). Start Recto as the user who started it first, or set RECTO_DATA_DIR to another folder.`,
  )
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

function explain(error: unknown, folder: string): StartRefused {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  if (codeOf(error) === 'ENOSPC' || output.includes('No space left on device')) {
    return diskFull(folder, error)
  }
  const reason = output || describeFailure(error)
  return new StartRefused(`The database could not be made in ${folder}: ${reason}`, {
    cause: error,
  })
}

export const diskFull = (folder: string, cause?: unknown) =>
  new StartRefused(
    `The disk that holds ${folder} is full. Free some space (a new database takes 60 MB) and start again: nothing is lost.`,
    { cause },
  )
