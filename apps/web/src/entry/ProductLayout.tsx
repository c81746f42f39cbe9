import { Outlet, useParams, useRouter } from '@tanstack/react-router'
import { NotFoundPage } from '../features/organizations/NotFoundPage.tsx'
import { usePageExists } from '../shared/navigation/page-exists.ts'
import { useSignedIn } from '../shared/session/signed-in.ts'
import { OfferSwitch } from './OfferSwitch.tsx'
import { SessionGate } from './SessionGate.tsx'
import { ToFirstPage } from './StartPage.tsx'
import { Shell } from './shell/Shell.tsx'

/** The layout of an additional product, which has a separate menu. */
export function ProductLayout() {
  return (
    <SessionGate>
      <OwnProduct />
    </SessionGate>
  )
}

/**
 * Shows the product. For an address of another organization, it offers to switch if the user
 * belongs to it, and otherwise redirects to the first page.
 */
function OwnProduct() {
  const { organization, organizations } = useSignedIn()
  const { organization: name = organization.name } = useParams({ strict: false })
  const target = organizations.find((organization) => organization.name === name)
  // Read once instead of subscribing, because every step of a redirect would start it again.
  const { pathname } = useRouter().latestLocation
  const exists = usePageExists()
  if (name !== organization.name && target) return <OfferSwitch organization={target} />
  if (name !== organization.name && exists(pathname)) return <ToFirstPage />
  return <Shell>{name === organization.name ? <Outlet /> : <NotFoundPage />}</Shell>
}
