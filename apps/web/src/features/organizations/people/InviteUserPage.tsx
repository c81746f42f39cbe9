import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Refusal } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { InvitationLink } from './InvitationLink.tsx'
import { PersonForm } from './PersonForm.tsx'
import { useInvite } from './people.queries.ts'

/** Invites one person into a role. */
export function InviteUserPage() {
  usePageTitle('Invite User')
  const navigate = useNavigate()
  const paths = usePaths()
  const alerts = useAlerts()
  const { mutate, isPending } = useInvite()
  const [link, setLink] = useState<string>()
  const goBack = () => void navigate({ to: paths.users() })

  const invite = (person: { readonly email: string; readonly role: string }) =>
    mutate(person, {
      onSuccess: (invitation) => {
        alerts.success('Invited user successfully')
        if (invitation) setLink(invitation)
        else goBack()
      },
      onError: (error) => alerts.warn(describeInviteError(error)),
    })

  return (
    <div className="page" style={{ maxWidth: 560 }}>
      <PageHeader
        title="Invite User"
        description="They join with this role when they accept the invitation."
      />
      {link ? (
        <InvitationLink link={link} onDone={goBack} />
      ) : (
        <PersonForm okText="Invite" isPending={isPending} onSave={invite} onCancel={goBack} />
      )}
    </div>
  )
}

const describeInviteError = (error: unknown): string =>
  error instanceof Refusal && error.message
    ? `Failed to invite user, ${error.message}`
    : 'Failed to invite user'
