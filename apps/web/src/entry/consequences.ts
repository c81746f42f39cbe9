import { getAccess } from '@recto/contract/organizations/access'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { keyOf } from '../shared/api/requests.ts'
import { internalAddress } from '../shared/navigation/deep-link.ts'
import { pageExists } from '../shared/navigation/page-exists.ts'
import { paths } from '../shared/navigation/paths.ts'
import { sessionStart } from '../shared/session/session.queries.ts'
import type { Consequences } from './build-query-client.ts'

/** Defines the application's reactions to refusals that concern all of it. */
export const consequencesOf = (client: QueryClient, router: AnyRouter): Consequences => ({
  async signedOut() {
    const { pathname, href } = router.latestLocation
    if (pathname === paths.landing() || !pageExists(router, pathname)) return
    const next = internalAddress(href)
    await router.navigate({ to: paths.landing(), search: (next ? { next } : {}) as never })
    // Removed only after navigating, because a page that is still on the screen would request its
    // data again.
    client.removeQueries({ predicate: ({ queryKey }) => !isAccessQuery(queryKey) })
    client.getMutationCache().clear()
  },
  subscriptionExpired() {
    void router.navigate({ to: paths.subscriptionExpired() })
  },
  otherOrganization() {
    void client.resetQueries({ queryKey: sessionStart.queryKey })
  },
})

/** The sign-in page may already be loading the ways to sign in, which contain no user data. */
const isAccessQuery = (queryKey: readonly unknown[]): boolean =>
  keyOf(getAccess).every((part, index) => part === queryKey[index])
