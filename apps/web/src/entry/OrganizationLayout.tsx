import { getRouteApi, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { SubscriptionGate } from '../features/billing/SubscriptionGate.tsx'
import { NotFoundPage } from '../features/organizations/NotFoundPage.tsx'
import { UnauthorizedPage } from '../features/organizations/UnauthorizedPage.tsx'
import { usePageExists } from '../shared/navigation/page-exists.ts'
import { usePaths } from '../shared/navigation/paths.ts'
import { useSignedIn } from '../shared/session/signed-in.ts'
import { worksInReview } from '../shared/session/works-in-review.ts'
import { NoReviewPage } from './NoReviewPage.tsx'
import { OfferSwitch } from './OfferSwitch.tsx'
import { SessionGate } from './SessionGate.tsx'
import { ToFirstPage } from './StartPage.tsx'
import { Shell } from './shell/Shell.tsx'

const route = getRouteApi('/$organization')

/** The frame of all signed-in pages. */
export function OrganizationLayout() {
  return (
    <SessionGate>
      <OwnOrganization />
    </SessionGate>
  )
}

function OwnOrganization() {
  const { organization } = useSignedIn()
  const { organization: name } = route.useParams()
  if (name !== organization.name) return <ElsewhereOf name={name} />
  return (
    <SubscriptionGate>
      <Shell>
        <OwnPage />
      </Shell>
    </SubscriptionGate>
  )
}

/** Whoever only reviews is told so where a page is not for them: the server would refuse all of it. */
function OwnPage() {
  const signedIn = useSignedIn()
  const to = usePaths()
  const { pathname } = useLocation()
  const exists = usePageExists()
  const theirs = [
    ...[to.review(), to.simpleReview(), to.profile()],
    ...(signedIn.flags.app_deployment ? [to.appDeployments()] : []),
    ...(signedIn.role?.endsWith('_supervisor') ? [to.reviewSettings()] : []),
  ]
  const isTheirs =
    !isInside(pathname) || !exists(pathname) || theirs.some((path) => pathname.startsWith(path))
  if (!worksInReview(signedIn) || isTheirs) return <Outlet />
  return exists(to.review()) ? <UnauthorizedPage /> : <NoReviewPage />
}

const isInside = (pathname: string) => pathname.split('/').filter(Boolean).length > 1

/**
 * An address of another organization: one’s own other one is offered, a page of a stranger’s leads to
 * the own start, and a first word that stands for no organization is an address that leads nowhere.
 */
function ElsewhereOf({ name }: { readonly name: string }) {
  const { organizations } = useSignedIn()
  // Not followed: leading on would begin anew with each step of it.
  const { pathname } = useRouter().latestLocation
  const exists = usePageExists()
  const other = organizations.find((it) => it.name === name)
  if (other) return <OfferSwitch organization={other} />
  const isPage = exists(pathname) && isInside(pathname)
  if (isPage) return <ToFirstPage />
  return (
    <Shell>
      <NotFoundPage />
    </Shell>
  )
}
