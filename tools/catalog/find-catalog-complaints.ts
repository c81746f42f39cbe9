type CatalogEntry = { readonly id: string; readonly icon: string }

export type ProviderCatalog = {
  /** Path of the file that lists the entries. */
  readonly path: string
  readonly entries: readonly CatalogEntry[]
}

export type ProviderFile = {
  readonly path: string
  readonly exports: Readonly<Record<string, unknown>>
}

const iconRoot = 'apps/web/public'
/** Icons that clients with a build of their own do not have are below the paths that they send to the server. */
const servedBelow = /^\/api\/v1\/static(?=\/icons\/)/

/** Returns provider files that the catalog does not list, and entries whose icon does not exist. */
export function findCatalogComplaints(
  { path: catalogPath, entries }: ProviderCatalog,
  files: readonly ProviderFile[],
  doesExist: (path: string) => boolean,
): readonly string[] {
  const listedProviders = new Set<unknown>(entries)
  const unlistedFiles = files.filter(
    (file) => !Object.values(file.exports).some((value) => listedProviders.has(value)),
  )
  const missingIcons = entries
    .map(({ id, icon }) => ({
      id,
      iconPath: iconRoot + decodeURIComponent(icon.replace(servedBelow, '')),
    }))
    .filter(({ iconPath }) => !doesExist(iconPath))
  return [
    ...unlistedFiles.map((file) => describeUnlistedFile(file, catalogPath)),
    ...missingIcons.map(
      ({ id, iconPath }) =>
        `${catalogPath}: the icon of ${id} is missing; add ${iconPath}, or remove \`icon\` from the provider.`,
    ),
  ]
}

function describeUnlistedFile({ path, exports }: ProviderFile, catalogPath: string): string {
  const providerNames = Object.keys(exports).filter((name) => isProvider(exports[name]))
  const [name] = providerNames
  if (!name)
    return `${path} exports no provider; move what it exports to packages/providers/src/kit.`
  return `${path} has no entry in ${catalogPath}; add \`${name}\` to its list.`
}

function isProvider(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && 'kind' in value
}
