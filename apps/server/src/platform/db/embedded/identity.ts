import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { StartRefused } from '../../start-refused.ts'
import type { Binaries } from './find-binaries.ts'

const run = promisify(execFile)

/**
 * How PostgreSQL, which refuses to run as root, is run: as the user who starts the program, as
 * `nobody` who may still pass through root's private folders, or as that user disguised as
 * `nobody` by a user namespace. The files belong to whom the first start chose.
 */
export type Identity = 'self' | 'setpriv' | 'unshare'

const nobody = 65534

/**
 * PostgreSQL asks `access()` whether it may use its own files, which ignores the capabilities of
 * anyone but root unless `no_setuid_fixup` is set.
 */
const asNobody = [
  ...`--reuid ${nobody} --regid ${nobody} --clear-groups`.split(' '),
  ...'--securebits +no_setuid_fixup --inh-caps +dac_override --ambient-caps +dac_override'.split(
    ' ',
  ),
]

const prefixes: Record<Identity, readonly string[]> = {
  self: [],
  setpriv: ['setpriv', ...asNobody],
  unshare: ['unshare', '--user', `--map-user=${nobody}`],
}

/** The product's environment holds secrets; PostgreSQL gets none of it. */
export const bareEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
}

/** The command line that runs `command` under an identity. */
export function commandAs(identity: Identity, command: readonly string[]): [string, string[]] {
  const [file = '', ...args] = [...prefixes[identity], ...command]
  return [file, args]
}

/** The user to whom the database's files belong, as seen from outside. */
export function ownerUnder(identity: Identity): number {
  return identity === 'setpriv' ? nobody : process.getuid!()
}

/** Chooses for the first start, by trying each way on this machine and this folder. */
export async function chooseIdentity(
  dataDir: string,
  { initdb }: Binaries,
  waysForRoot: readonly Identity[] = ['setpriv', 'unshare'],
): Promise<Identity> {
  const failures: unknown[] = []
  for (const way of possibleWays(waysForRoot)) {
    const probe = ['sh', '-c', 'test -w "$1" && exec "$2" --show -D "$1"', 'sh', dataDir, initdb]
    try {
      await run(...commandAs(way, probe), { env: bareEnvironment })
      return way
    } catch (error) {
      failures.push(error)
    }
  }
  throw new StartRefused(
    `PostgreSQL cannot be run on ${dataDir}: it needs an ordinary user with a name, and on this machine ${whoIsRefused()}. ` +
      'Start Recto as an ordinary user with RECTO_DATA_DIR naming a folder of that user, or set DATABASE_URL.',
    { cause: new AggregateError(failures) },
  )
}

/** `initdb` refuses a user without a name, as containers have them, just as it refuses root. */
function possibleWays(waysForRoot: readonly Identity[]): readonly Identity[] {
  if (process.getuid!() === 0) return waysForRoot
  return hasName() ? ['self'] : ['unshare']
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

const whoIsRefused = () =>
  process.getuid!() === 0
    ? 'root can neither become one that reaches the folder (setpriv) nor enter a user namespace (unshare)'
    : `user ${process.getuid!()} cannot enter a user namespace (unshare) and has no name or may not write there`
