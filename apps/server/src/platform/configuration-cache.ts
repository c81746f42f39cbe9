/**
 * Caches what this process derives from an organization's configuration, such as the plan of a
 * workflow or an opened adapter. The database raises the version whenever the configuration
 * changes, and callers pass the version that they have just read; so no process ever uses outdated
 * entries.
 */
export type ConfigurationCache = {
  /** Calls `create` once per version; failures are not cached. */
  get<T>(configuration: ConfigurationVersion, key: string, create: () => Promise<T>): Promise<T>
}

export type ConfigurationVersion = { readonly organizationId: number; readonly version: number }

type CachedVersion = { readonly version: number; readonly entries: Map<string, Promise<unknown>> }

const maxOrganizations = 200
const maxEntriesPerOrganization = 500

export function openConfigurationCache(): ConfigurationCache {
  const cache = new Map<number, CachedVersion>()

  const getEntries = ({
    organizationId,
    version,
  }: ConfigurationVersion): CachedVersion['entries'] => {
    const previous = cache.get(organizationId)
    // A slow request may still have an older version: its entries are not shared.
    if (previous && previous.version > version) return new Map()
    const current = previous?.version === version ? previous : { version, entries: new Map() }
    // Map order is order of use, the most recent last.
    cache.delete(organizationId)
    cache.set(organizationId, current)
    evictOldest(cache, maxOrganizations)
    return current.entries
  }

  return {
    get<T>(configuration: ConfigurationVersion, key: string, create: () => Promise<T>): Promise<T> {
      const entries = getEntries(configuration)
      const cachedValue = entries.get(key)
      // Equal keys mean values of the same type.
      if (cachedValue) return cachedValue as Promise<T>
      const promise = create()
      entries.set(key, promise)
      evictOldest(entries, maxEntriesPerOrganization)
      promise.catch(() => entries.delete(key))
      return promise
    },
  }
}

function evictOldest<Key>(map: Map<Key, unknown>, max: number): void {
  if (map.size <= max) return
  for (const key of map.keys()) {
    map.delete(key)
    return
  }
}
