import { Outlet, useParams } from '@tanstack/react-router'
import { useSignedIn } from '../shared/session/signed-in.ts'
import { ForeignAddress } from './ForeignAddress.tsx'
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

/** Shows the product. For an address of another organization, it offers to switch if the user belongs to it. */
function OwnProduct() {
  const { organization, organizations } = useSignedIn()
  const { organization: name = organization.name } = useParams({ strict: false })
  const target = organizations.find((organization) => organization.name === name)
  if (name === organization.name) {
    return (
      <Shell>
        <Outlet />
      </Shell>
    )
  }
  if (target) return <OfferSwitch organization={target} />
  return <ForeignAddress organizationName={name} />
}
