import { isDeepStrictEqual } from 'node:util'
import { findMissing, type LockedPackage, type Lockfile, type Versions } from './lockfile.ts'

type Manifest = Pick<LockedPackage, 'dependencies' | 'devDependencies' | 'optionalDependencies'>

const exact = /^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/**
 * Returns what prevents `npm ci` from installing the same packages on every machine. `manifests` maps each
 * folder to its package.json.
 */
export function findComplaints(
  lockfile: Lockfile,
  manifests: Readonly<Record<string, Manifest>>,
): string[] {
  return [
    ...findMissing(lockfile).map(
      ({ name, version, wantedBy }) => `${wantedBy} wants ${name} ${version}, which has no entry.`,
    ),
    ...Object.entries(lockfile.packages)
      .filter(([, { resolved: url, link }]) => url !== undefined && !link)
      .map(([path]) => `${path} names the address of a registry.`),
    ...Object.entries(manifests).flatMap(([folder, manifest]) =>
      compare(folder, manifest, lockfile.packages[folder] ?? {}),
    ),
  ]
}

function compare(folder: string, manifest: Manifest, lockedPackage: LockedPackage): string[] {
  const file = folder === '' ? 'package.json' : `${folder}/package.json`
  return kinds.flatMap((kind) => {
    const versions: Versions = manifest[kind] ?? {}
    const loose = Object.entries(versions).filter(([, version]) => !exact.test(version))
    return [
      ...loose.map(([name, version]) => `${file} wants ${name} ${version}: name one version.`),
      ...(isDeepStrictEqual(versions, lockedPackage[kind] ?? {})
        ? []
        : [`The ${kind} of ${file} are not those of the lockfile.`]),
    ]
  })
}
