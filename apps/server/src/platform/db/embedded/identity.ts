import { execFile } from 'node:child_process'
import { chown } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { StartupError } from '../../app-error.ts'
import type { Binaries } from './find-binaries.ts'

const run = promisify(execFile)

/**
 * The user that PostgreSQL runs as, since it refuses to run as root: the user who starts the
 * program, `nobody` with permission to pass through root's private folders, or the starting user
 * disguised as `nobody` by a user namespace. The first start decides who owns the files.
 */
export type Identity = 'self' | 'setpriv' | 'unshare'

const nobodyUid = 65534
const maxProbeSeconds = 60

/**
 * PostgreSQL calls `access()` to check its own files, which ignores the capabilities of anyone but
 * root unless `no_setuid_fixup` is set.
 */
const setprivOptions = [
  ...`--reuid ${nobodyUid} --regid ${nobodyUid} --clear-groups`.split(' '),
  ...'--securebits +no_setuid_fixup --inh-caps +dac_override --ambient-caps +dac_override'.split(
    ' ',
  ),
]

const commandPrefixes: Record<Identity, readonly string[]> = {
  self: [],
  setpriv: ['setpriv', ...setprivOptions],
  unshare: ['unshare', '--user', `--map-user=${nobodyUid}`],
}

/** Programs of Windows start only with these. */
const windowsVariables = ['SystemRoot', 'SystemDrive', 'ComSpec', 'PATH', 'TEMP', 'TMP']

/** The product's environment holds secrets; PostgreSQL gets none of them. */
export function getBareEnvironment({
  platform,
  env,
}: Pick<NodeJS.Process, 'platform' | 'env'> = process): Record<string, string | undefined> {
  if (platform === 'win32') {
    const variables = windowsVariables.map((name) => [name, env[name]])
    return { ...Object.fromEntries(variables), LC_ALL: 'C' }
  }
  return { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }
}

/** Builds the command line that runs `command` under an identity. */
export function buildCommand(identity: Identity, command: readonly string[]): [string, string[]] {
  const commandLine = [...commandPrefixes[identity], ...command]
  const [file = '', ...args] = commandLine
  return [file, args]
}

/** The id of the user who started the program; undefined on Windows, whose users have none. */
export const getUserId = (): number | undefined => process.getuid?.()

/** The id of the user who owns the database files, outside of any namespace; undefined on Windows. */
export function getOwner(identity: Identity): number | undefined {
  return identity === 'setpriv' ? nobodyUid : getUserId()
}

/** Makes a file or folder the identity's own. On Windows it belongs to the user who has created it. */
export async function giveToOwner(path: string, identity: Identity): Promise<void> {
  const owner = getOwner(identity)
  if (owner !== undefined) await chown(path, owner, owner)
}

/** Chooses an identity for the first start, by trying each one on this machine and folder. */
export async function chooseIdentity(
  dataDir: string,
  { initdb }: Binaries,
  rootIdentities: readonly Identity[] = ['setpriv', 'unshare'],
): Promise<Identity> {
  // There, `initdb` and `pg_ctl` give up the rights of an administrator themselves.
  if (getUserId() === undefined) return 'self'
  const failures: unknown[] = []
  for (const candidate of listCandidates(rootIdentities)) {
    const probe = ['sh', '-c', 'test -w "$1" && exec "$2" --show -D "$1"', 'sh', dataDir, initdb]
    try {
      await run(...buildCommand(candidate, probe), {
        env: getBareEnvironment(),
        timeout: maxProbeSeconds * 1000,
      })
      return candidate
    } catch (error) {
      failures.push(error)
    }
  }
  throw new StartupError(
    `PostgreSQL cannot run in ${dataDir}, because it needs an ordinary user with a name, and on this machine ${describeRefusal()}. ` +
      'Start Recto as an ordinary user and set RECTO_DATA_DIR to a folder of that user, or set DATABASE_URL.',
    { cause: new AggregateError(failures) },
  )
}

/** `initdb` refuses root, and also users without a name, as in some containers. */
function listCandidates(rootIdentities: readonly Identity[]): readonly Identity[] {
  if (getUserId() === 0) return rootIdentities
  return hasName() ? ['self'] : ['unshare']
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

const describeRefusal = () =>
  getUserId() === 0
    ? 'root can neither switch to a user with access to the folder (setpriv) nor enter a user namespace (unshare)'
    : `user ${getUserId()} cannot enter a user namespace (unshare) and has no name or no write access to the folder`
