/**
 * What this process made of an organization's configuration, such as the plan of a workflow or an
 * opened adapter. The database raises the version whenever the configuration changes, and whoever asks
 * names the version that it has just read: so nothing outdated is found, in any number of processes.
 */
export type ConfigurationCache = {
  /** Makes it once for each version; a failure is not kept. */
  get<T>(configuration: Configuration, key: string, make: () => Promise<T>): Promise<T>
}

export type Configuration = { readonly organizationId: number; readonly version: number }

type Kept = { readonly version: number; readonly made: Map<string, Promise<unknown>> }

const maxOrganizations = 200
const maxOfOrganization = 500

export function openConfigurationCache(): ConfigurationCache {
  const kept = new Map<number, Kept>()

  const madeOf = ({ organizationId, version }: Configuration): Kept['made'] => {
    const known = kept.get(organizationId)
    // A slow request may still name an older version: what it makes is not kept for others.
    if (known && known.version > version) return new Map()
    const current = known?.version === version ? known : { version, made: new Map() }
    // The most recently used is the last.
    kept.delete(organizationId)
    kept.set(organizationId, current)
    dropOldest(kept, maxOrganizations)
    return current.made
  }

  return {
    get<T>(configuration: Configuration, key: string, make: () => Promise<T>): Promise<T> {
      const made = madeOf(configuration)
      const known = made.get(key)
      // The same key is the same kind of thing, so what was made is of the same type.
      if (known) return known as Promise<T>
      const making = make()
      made.set(key, making)
      dropOldest(made, maxOfOrganization)
      making.catch(() => made.delete(key))
      return making
    },
  }
}

function dropOldest<Key>(map: Map<Key, unknown>, max: number): void {
  if (map.size <= max) return
  for (const key of map.keys()) {
    map.delete(key)
    return
  }
}
