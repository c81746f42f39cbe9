import { type AdapterType, listAdapters } from '@recto/contract/adapters/adapters'
import { rowsIn } from '@recto/contract/wire/paging'
import { useQuery } from '@tanstack/react-query'
import { readAs } from '../api/requests.ts'
import { configuredFromWire } from './adapter.ts'

/**
 * All adapters that the user may see. They are loaded at start-up, so that they are available
 * immediately.
 */
export const allAdapters = readAs(listAdapters, { query: {} }, (adapters) =>
  rowsIn(adapters).map(configuredFromWire),
)

const requiredTypes: readonly AdapterType[] = ['LLM', 'VECTOR_DB', 'EMBEDDING', 'X2TEXT']

/**
 * Returns the adapter types that are still missing for extraction. Text recognition is never among
 * them.
 */
export function useMissingAdapterTypes(): readonly AdapterType[] {
  const { data: adapters } = useQuery(allAdapters)
  if (!adapters) return []
  const configuredTypes = new Set(adapters.map(({ type }) => type))
  return requiredTypes.filter((type) => !configuredTypes.has(type))
}

/** Returns the required types for which there are only built-in adapters. */
export function useBuiltInAdapterTypes(): readonly AdapterType[] {
  const { data: adapters = [] } = useQuery(allAdapters)
  return requiredTypes.filter((type) => {
    const ofType = adapters.filter((adapter) => adapter.type === type)
    return ofType.length > 0 && ofType.every(({ isBuiltIn }) => isBuiltIn)
  })
}
