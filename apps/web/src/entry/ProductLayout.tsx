import { Outlet, useParams } from '@tanstack/react-router'
import { NotFoundPage } from '../features/organizations/NotFoundPage.tsx'
import { useSignedIn } from '../shared/session/signed-in.ts'
import { OfferSwitch } from './OfferSwitch.tsx'
import { SessionGate } from './SessionGate.tsx'
import { Shell } from './shell/Shell.tsx'

/** The frame of a product beside the platform; its menu is its own. */
export function ProductLayout() {
  return (
    <SessionGate>
      <OwnProduct />
    </SessionGate>
  )
}

/** An address of another organization: one’s own other one is offered, and a stranger’s leads nowhere. */
function OwnProduct() {
  const { organization, organizations } = useSignedIn()
  const { organization: name = organization.name } = useParams({ strict: false })
  const other = organizations.find((it) => it.name === name)
  if (name !== organization.name && other) return <OfferSwitch organization={other} />
  return <Shell>{name === organization.name ? <Outlet /> : <NotFoundPage />}</Shell>
}
