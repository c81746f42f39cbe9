/** Relevant part of a package-lock.json. The key of an entry is its path, '' for the root. */
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

/** A package that another one asks for and that has no entry. */
export type MissingPackage = {
  readonly name: string
  readonly version: string
  readonly wantedBy: string
  readonly isOptional: boolean
  readonly isDev: boolean
}

/** Returns what is asked for and has no entry: `npm ci` refuses a lockfile with one of them. */
export function findMissing({ packages }: Lockfile): MissingPackage[] {
  const missing = new Map<string, MissingPackage>()
  for (const [path, locked] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(askedFor(path, locked))) {
      const isOptional = locked.optionalDependencies?.[name] !== undefined
      if (isLocked(packages, path, name) || missing.has(name)) continue
      const wantedBy = path || 'package.json'
      missing.set(name, { name, version, wantedBy, isOptional, isDev: locked.dev === true })
    }
  }
  return [...missing.values()]
}

/** The development dependencies of a package from a registry are nobody's concern. */
function askedFor(path: string, locked: LockedPackage): Versions {
  const isOurs = !path.includes('node_modules/')
  const developmentDependencies = isOurs ? locked.devDependencies : {}
  return {
    ...locked.dependencies,
    ...locked.optionalDependencies,
    ...developmentDependencies,
  }
}

/** As Node looks: beside the package that asks, then one folder further up, up to the root. */
function isLocked(packages: Lockfile['packages'], from: string, name: string): boolean {
  if (packages[from ? `${from}/node_modules/${name}` : `node_modules/${name}`]) return true
  if (from === '') return false
  return isLocked(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}
