import { getRole } from '@recto/contract/organizations/session'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { UnauthorizedPage } from '../features/organizations/UnauthorizedPage.tsx'
import { readAs } from '../shared/api/requests.ts'
import { EmptyState } from '../shared/layout/EmptyState.tsx'
import { PageSkeleton } from '../shared/layout/PageSkeleton.tsx'
import { isPlaceholder } from '../shared/session/account.ts'
import { useSignedIn } from '../shared/session/signed-in.ts'

/** Requested on every admin page, because the role may have changed since the page was loaded. */
const adminStatus = readAs(getRole, {}, ({ is_admin }) => is_admin)

/** Shows admin pages to admins only. If the server does not answer, the user counts as no admin. */
export function AdminOnly() {
  const { organization } = useSignedIn()
  const { data: isAdmin, isPending } = useQuery(adminStatus)
  if (isPlaceholder(organization)) return <Placeholder />
  if (isPending) return <PageSkeleton />
  return isAdmin ? <Outlet /> : <UnauthorizedPage />
}

function Placeholder() {
  return (
    <div className="page">
      <EmptyState
        title="Nothing to manage here"
        explanation="This organization is a placeholder and has no members or data."
      />
    </div>
  )
}
