import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Refusal, type RefusalKind } from '../shared/api/refusal.ts'

/** Reactions to refusals that concern the whole page, whichever request caused them. */
export type Consequences = {
  signedOut(): void | Promise<void>
  subscriptionExpired(): void
  /** The session has entered another organization in another tab. */
  otherOrganization(): void
}

/** Creates the query client, which also handles the refusals that concern every page. */
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
      // By default, requests wait for the network without a word, and changes are made minutes later.
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        retry: mayRetry,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Retries only if there was no reply: a refusal would just be repeated. */
const mayRetry = (failures: number, error: unknown): boolean =>
  failures < 1 && error instanceof Refusal && error.kind === 'offline'
