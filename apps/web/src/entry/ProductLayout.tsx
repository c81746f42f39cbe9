import { Outlet, useParams } from '@tanstack/react-router'
import { NotFoundPage } from '../features/organizations/NotFoundPage.tsx'
import { useSignedIn } from '../shared/session/signed-in.ts'
import { OfferSwitch } from './OfferSwitch.tsx'
import { SessionGate } from './SessionGate.tsx'
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
 * belongs to it, and otherwise shows that the address is unknown.
 */
function OwnProduct() {
  const { organization, organizations } = useSignedIn()
  const { organization: name = organization.name } = useParams({ strict: false })
  const target = organizations.find((organization) => organization.name === name)
  if (name !== organization.name && target) return <OfferSwitch organization={target} />
  return <Shell>{name === organization.name ? <Outlet /> : <NotFoundPage />}</Shell>
}
