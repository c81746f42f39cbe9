import { Navigate, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { ResetFactors } from '../second-factor/ResetFactors.tsx'
import { PersonForm } from './PersonForm.tsx'
import { useChangeRole } from './people.queries.ts'
import type { Colleague } from './person.ts'

/**
 * Changes the role of the person passed by the list in the router state. Redirects if there is
 * none.
 */
export function EditUserPage() {
  usePageTitle('Edit User')
  const paths = usePaths()
  const router = useRouter()
  // Read once: after a redirect the router state has no person, which would cause further
  // redirects.
  const [person] = useState(() => personIn(router.state.location.state))
  if (!person) return <Navigate to={paths.projects()} replace />
  return <EditUser person={person} />
}

const personIn = (state: object) => (state as { readonly person?: Colleague }).person

function EditUser({ person }: { readonly person: Colleague }) {
  const paths = usePaths()
  const navigate = useNavigate()
  const alerts = useAlerts()
  const { mutate, isPending } = useChangeRole()
  const goBack = () => void navigate({ to: paths.users() })

  const save = (change: { readonly email: string; readonly role: string }) =>
    mutate(change, {
      onSuccess: () => {
        alerts.success('User updated successfully')
        goBack()
      },
      onError: (error) => alerts.showFailure(error, 'Failed to update user'),
    })

  return (
    <div className="page" style={{ maxWidth: 560 }}>
      <PageHeader title="Edit User" description="Change the role of a member." />
      <PersonForm
        person={person}
        okText="Update"
        isPending={isPending}
        onSave={save}
        onCancel={goBack}
      />
      <ResetFactors person={person} />
    </div>
  )
}
