import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router'
import { SubscriptionGate } from '../features/billing/SubscriptionGate.tsx'
import { UnauthorizedPage } from '../features/organizations/UnauthorizedPage.tsx'
import { usePageExists } from '../shared/navigation/page-exists.ts'
import { type Paths, usePaths } from '../shared/navigation/paths.ts'
import {
  isReviewOnly,
  mayApprove,
  mayReview,
  type SignedIn,
  useSignedIn,
} from '../shared/session/signed-in.ts'
import { ForeignAddress } from './ForeignAddress.tsx'
import { NoReviewPage } from './NoReviewPage.tsx'
import { OfferSwitch } from './OfferSwitch.tsx'
import { SessionGate } from './SessionGate.tsx'
import { Shell } from './shell/Shell.tsx'

const route = getRouteApi('/$organization')

/** The layout of all pages inside an organization. */
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
  if (name !== organization.name) return <OtherOrganizationPage name={name} />
  return (
    <SubscriptionGate>
      <Shell>
        <OwnPage />
      </Shell>
    </SubscriptionGate>
  )
}

/**
 * Shows users who only review that a page is not for them, since the server would refuse all its
 * requests.
 */
function OwnPage() {
  const signedIn = useSignedIn()
  const to = usePaths()
  const { pathname } = useLocation()
  const exists = usePageExists()
  const organizationItems = [
    to.review(),
    to.simpleReview(),
    to.profile(),
    ...(signedIn.flags.app_deployment ? [to.appDeployments()] : []),
    ...(signedIn.role?.endsWith('_supervisor') ? [to.reviewSettings()] : []),
  ]
  const isTheirs =
    !isInside(pathname) ||
    !exists(pathname) ||
    organizationItems.some((path) => pathname.startsWith(path))
  if (exists(pathname) && !mayOpen(signedIn, pathname, to)) return <UnauthorizedPage />
  if (!isReviewOnly(signedIn) || isTheirs) return <Outlet />
  return exists(to.review()) ? <UnauthorizedPage /> : <NoReviewPage />
}

/** Whether a page of the review is for the user; reviewers neither approve nor define what is reviewed. */
function mayOpen(signedIn: SignedIn, pathname: string, to: Paths): boolean {
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const approverPages = [
    to.approve(),
    to.simpleApprove(),
    to.downloadAndSync(),
    to.reviewProgress(),
    to.reviewSettings(),
  ]
  if (approverPages.some(isBelow)) return mayApprove(signedIn)
  if (!isBelow(to.review()) && !isBelow(to.simpleReview())) return true
  return mayReview(signedIn)
}

const isInside = (pathname: string) => pathname.split('/').filter(Boolean).length > 1

/** Shown for an address of another organization. Offers to switch if the user belongs to it. */
function OtherOrganizationPage({ name }: { readonly name: string }) {
  const { organizations } = useSignedIn()
  const target = organizations.find((organization) => organization.name === name)
  if (target) return <OfferSwitch organization={target} />
  return <ForeignAddress organizationName={name} />
}
