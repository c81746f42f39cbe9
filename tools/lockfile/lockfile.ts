/** The relevant part of an entry of package-lock.json; its key is its path, '' for the root. */
export type LockedPackage = {
  readonly version?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly optional?: boolean
  readonly dev?: boolean
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
  readonly optionalDependencies?: Versions
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

export type Versions = Readonly<Record<string, string>>

export type Lockfile = { readonly packages: Readonly<Record<string, LockedPackage>> }

/** A package that another one depends on and that has no entry. */
export type MissingPackage = {
  readonly name: string
  readonly version: string
  readonly wantedBy: string
  readonly isOptional: boolean
  readonly isDev: boolean
}

/** Returns dependencies without an entry; `npm ci` rejects a lockfile that has one. */
export function findMissing({ packages }: Lockfile): MissingPackage[] {
  const missingPackages = new Map<string, MissingPackage>()
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(listDependencies(path, entry))) {
      const isOptional = entry.optionalDependencies?.[name] !== undefined
      if (isLocked(packages, path, name) || missingPackages.has(name)) continue
      const wantedBy = path || 'package.json'
      missingPackages.set(name, { name, version, wantedBy, isOptional, isDev: entry.dev === true })
    }
  }
  return [...missingPackages.values()]
}

/** Ignores the development dependencies of packages from a registry, because npm does not install them. */
function listDependencies(path: string, entry: LockedPackage): Versions {
  const isOurs = !path.includes('node_modules/')
  const developmentDependencies = isOurs ? entry.devDependencies : {}
  return {
    ...entry.dependencies,
    ...entry.optionalDependencies,
    ...developmentDependencies,
  }
}

/** Looks where Node looks: next to the dependent package, then in each folder above it, up to the root. */
function isLocked(packages: Lockfile['packages'], from: string, name: string): boolean {
  if (packages[from ? `${from}/node_modules/${name}` : `node_modules/${name}`]) return true
  if (from === '') return false
  return isLocked(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}
