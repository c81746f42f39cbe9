import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartRefused } from '../../start-refused.ts'
import type { Binaries } from './find-binaries.ts'

const run = promisify(execFile)

/**
 * How PostgreSQL, which refuses to run as root, is run: as the user who starts the program, as
 * `nobody` who may still pass through root's private folders, or as root disguised by a user
 * namespace. The files of a database belong to whom the first start chose.
 */
export type Identity = 'self' | 'setpriv' | 'unshare'

export const nobody = 65534

const asNobody =
  `--reuid ${nobody} --regid ${nobody} --clear-groups --inh-caps +dac_override --ambient-caps +dac_override`.split(
    ' ',
  )

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
  ways: readonly Identity[] = ['setpriv', 'unshare'],
): Promise<Identity> {
  if (process.getuid!() !== 0) return 'self'
  const failures: unknown[] = []
  for (const way of ways) {
    const probe = ['sh', '-c', 'test -w "$1" && exec "$2" --version', 'sh', dataDir, initdb]
    try {
      await run(...commandAs(way, probe), { env: bareEnvironment })
      return way
    } catch (error) {
      failures.push(error)
    }
  }
  throw new StartRefused(
    `PostgreSQL does not run as root, and on this machine root can neither become another user that reaches ${dataDir} ` +
      '(setpriv) nor enter a user namespace (unshare). Start Recto as an ordinary user with RECTO_DATA_DIR naming a folder ' +
      'of that user, or set DATABASE_URL.',
    { cause: new AggregateError(failures) },
  )
}
