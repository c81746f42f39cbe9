import { useRouterState } from '@tanstack/react-router'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { activeEntry, navigation } from './navigation.tsx'

/** The side menu of this user, and the entry that the present page belongs to. */
export function useNavigation() {
  const to = usePaths()
  const { flags } = useSession()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const groups = navigation(to, flags)
  return { groups, active: activeEntry(groups, pathname, to), pathname }
}
