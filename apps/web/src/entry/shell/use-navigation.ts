import { useRouterState } from '@tanstack/react-router'
import { APPS, useModules } from '../../shared/modules/modules.ts'
import { usePageExists } from '../../shared/navigation/page-exists.ts'
import { type Paths, usePaths } from '../../shared/navigation/paths.ts'
import { platformId, productOfPath } from '../../shared/session/products.ts'
import { isReviewOnly, type SignedIn, useSignedIn } from '../../shared/session/signed-in.ts'
import { activeEntry, type EntryGroup, navigation, reviewNavigation } from './navigation.tsx'
import { productNavigation } from './product-navigation.tsx'

/**
 * Returns the side menu of this user without entries whose page does not exist, and the entry of
 * the current page.
 */
export function useNavigation() {
  const to = usePaths()
  const signedIn = useSignedIn()
  const { manageEntries, pages = [] } = useModules()
  const exists = usePageExists()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const addedEntries = manageEntries?.(to) ?? []
  const hasApps = pages.some(({ path }) => path === APPS)
  const groups = groupsOf({ to, signedIn, pathname, addedEntries, hasApps })
    .map(({ heading, entries }) => ({
      heading,
      entries: entries.filter(({ path }) => exists(path)),
    }))
    .filter(({ entries }) => entries.length > 0)
  return { groups, active: activeEntry(groups, pathname, to), pathname }
}

type NavigationContext = {
  readonly to: Paths
  readonly signedIn: SignedIn
  readonly pathname: string
  readonly addedEntries: EntryGroup['entries']
  readonly hasApps: boolean
}

function groupsOf({
  to,
  signedIn,
  pathname,
  addedEntries,
  hasApps,
}: NavigationContext): EntryGroup[] {
  const product = productOfPath(pathname)
  if (product !== platformId()) return productNavigation(product, signedIn.organization.name)
  const approves = signedIn.role?.endsWith('_supervisor') ?? false
  if (isReviewOnly(signedIn)) return reviewNavigation(to, approves)
  return navigation(to, {
    withApps: hasApps && signedIn.flags.app_deployment === true,
    addedEntries,
  })
}
