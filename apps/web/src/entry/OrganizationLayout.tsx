import { getRouteApi, Outlet } from '@tanstack/react-router'
import { useSignedIn } from '../shared/session/signed-in.ts'
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
  if (route.useParams().organization !== organization.name) return <ToFirstPage />
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
