import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Refusal, type RefusalKind } from '../shared/api/refusal.ts'

/** What a refusal means for the page as a whole, whoever asked. */
type Consequences = {
  signedOut(): void
  subscriptionExpired(): void
}

/** The cache of the server's answers, with the two refusals that concern every screen. */
export function buildQueryClient(consequences: () => Consequences): QueryClient {
  const meanings: Partial<Record<RefusalKind, () => void>> = {
    'signed-out': () => consequences().signedOut(),
    subscription_error: () => consequences().subscriptionExpired(),
  }
  const onError = (error: unknown) => {
    if (error instanceof Refusal) meanings[error.kind]?.()
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
