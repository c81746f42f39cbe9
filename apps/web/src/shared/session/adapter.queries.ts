import { type AdapterType, listAdapters } from '@recto/contract/adapters'
import { rowsIn } from '@recto/contract/paging'
import { useQuery } from '@tanstack/react-query'
import { readAs } from '../api/ask.ts'
import { configuredFromWire } from './adapter.ts'

/** All adapters that the user may see. The start-up sequence fills it, so it is there at once. */
export const allAdapters = readAs(listAdapters, { query: {} }, (adapters) =>
  rowsIn(adapters).map(configuredFromWire),
)

const needed: readonly AdapterType[] = ['LLM', 'VECTOR_DB', 'EMBEDDING', 'X2TEXT']

/** The types still lacking for extraction to work. Text recognition is never among them. */
export function useMissingAdapterTypes(): readonly AdapterType[] {
  const { data: adapters } = useQuery(allAdapters)
  if (!adapters) return []
  const present = new Set(adapters.map(({ type }) => type))
  return needed.filter((type) => !present.has(type))
}

/** The needed types for which there is nothing but what is built in. */
export function useBuiltInAdapterTypes(): readonly AdapterType[] {
  const { data: adapters = [] } = useQuery(allAdapters)
  return needed.filter((type) => {
    const ofType = adapters.filter((it) => it.type === type)
    return ofType.length > 0 && ofType.every(({ isBuiltIn }) => isBuiltIn)
  })
}
