import { useRouterState } from '@tanstack/react-router'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { worksInReview } from '../../shared/session/works-in-review.ts'
import { activeEntry, navigation, reviewNavigation } from './navigation.tsx'

/** The side menu of this user, and the entry that the present page belongs to. */
export function useNavigation() {
  const to = usePaths()
  const signedIn = useSignedIn()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const groups = worksInReview(signedIn) ? reviewNavigation(to) : navigation(to, signedIn.flags)
  return { groups, active: activeEntry(groups, pathname, to), pathname }
}
