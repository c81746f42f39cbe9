import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { NotFoundPage } from '../features/organizations/NotFoundPage.tsx'
import { usePageExists } from '../shared/navigation/page-exists.ts'
import { organizationExists } from '../shared/session/session.queries.ts'
import { ToFirstPage } from './StartPage.tsx'
import { Shell } from './shell/Shell.tsx'
import { ShellSkeleton } from './shell/ShellSkeleton.tsx'

type Props = { readonly organizationName: string }

/**
 * Shown for an address that names an organization which the user does not belong to. Whatever comes
 * below the name of an organization leads to the user's own start, and so does every page of the
 * product. Any other address is unknown.
 */
export function ForeignAddress({ organizationName }: Props) {
  // Read once instead of subscribing, because every step of a redirect would start it again.
  const { pathname } = useRouter().latestLocation
  const exists = usePageExists()
  const isPage = exists(pathname) && hasPageBelow(pathname, organizationName)
  const { data: isOrganization = false, isLoading } = useQuery({
    ...organizationExists(organizationName),
    enabled: !isPage,
  })
  if (isPage || isOrganization) return <ToFirstPage />
  if (isLoading) return <ShellSkeleton />
  return (
    <Shell>
      <NotFoundPage />
    </Shell>
  )
}

/** Without a page, the name of an organization cannot be told from a mistyped address. */
const hasPageBelow = (pathname: string, organizationName: string): boolean =>
  pathname.split('/').filter(Boolean).at(-1) !== encodeURIComponent(organizationName)
