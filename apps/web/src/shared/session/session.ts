import { type AdapterType, listAdapters } from '@recto/contract/adapters'
import type { Organization, UserProfile } from '@recto/contract/session'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { read } from '../api/ask.ts'

/** Who is here, in which organization, and what it may see. Made once by the start-up sequence. */
export type Session = {
  readonly user: UserProfile
  readonly role: string | undefined
  /** Empty when the account is local to this installation. */
  readonly provider: string
  readonly organization: Organization
  readonly organizations: readonly Organization[]
  readonly flags: Readonly<Record<string, boolean>>
  /** The channel of the logs panel. */
  readonly logEventsId: string
}

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a signed-in page above it.')
  return session
}

/** All adapters that the user may see. The start-up sequence fills it, so it is there at once. */
export const allAdapters = read(listAdapters, { query: {} })

const needed: readonly AdapterType[] = ['LLM', 'VECTOR_DB', 'EMBEDDING', 'X2TEXT']

/** The types still lacking for extraction to work. Text recognition is never among them. */
export function useMissingAdapterTypes(): readonly AdapterType[] {
  const { data: adapters } = useQuery(allAdapters)
  if (!adapters) return []
  const present = new Set(adapters.map(({ adapter_type }) => adapter_type))
  return needed.filter((type) => !present.has(type))
}
