import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Refusal, type RefusalKind } from '../shared/api/refusal.ts'

/** What a refusal means for the page as a whole, whoever asked. */
export type Consequences = {
  signedOut(): void | Promise<void>
  subscriptionExpired(): void
  /** The session went on to another organization, in another tab. */
  otherOrganization(): void
}

/** The cache of the server's answers, with the refusals that concern every screen. */
export function buildQueryClient(consequences: () => Consequences): QueryClient {
  const meanings: Partial<Record<RefusalKind, () => void | Promise<void>>> = {
    'signed-out': () => consequences().signedOut(),
    subscription_error: () => consequences().subscriptionExpired(),
    'other-organization': () => consequences().otherOrganization(),
  }
  const onError = (error: unknown) => {
    if (error instanceof Refusal) void meanings[error.kind]?.()
  }

  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: 30_000, refetchOnWindowFocus: true, retry: mayRetry },
      mutations: { retry: false },
    },
  })
}

/** A refusal is an answer, and asking again gets it again; only silence is worth a second try. */
const mayRetry = (failures: number, error: unknown): boolean =>
  failures < 1 && error instanceof Refusal && error.kind === 'offline'
