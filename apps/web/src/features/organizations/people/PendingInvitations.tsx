import { DeleteOutlined, SendOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { InvitationLink } from './InvitationLink.tsx'
import type { PendingInvitation } from './invitation.ts'
import { pendingInvitations, useInvite, useWithdraw } from './people.queries.ts'
import { roleName } from './person.ts'

/** Lists invitations that were not accepted yet; renders nothing if there are none. */
export function PendingInvitations() {
  const { data: invitations, error, refetch } = useQuery(pendingInvitations)
  const [invitationToWithdraw, setInvitationToWithdraw] = useState<PendingInvitation>()
  const [link, setLink] = useState<string>()
  const retry = () => void refetch()
  if (error && !invitations) {
    return <FailureState error={error} fallback="Failed to load the invitations" onRetry={retry} />
  }
  if (!invitations?.length) return null
  return (
    <section aria-labelledby="pending-invitations" style={{ marginTop: 24 }}>
      <h2 id="pending-invitations" style={{ margin: '0 0 8px', fontSize: 16 }}>
        Pending invitations
      </h2>
      <DataTable
        label="Pending invitations"
        columns={columnsFor({ onLink: setLink, onWithdraw: setInvitationToWithdraw })}
        rows={invitations}
        keyOf={({ id }) => id}
        emptyText=""
      />
      {invitationToWithdraw && (
        <WithdrawInvitation
          invitation={invitationToWithdraw}
          onClose={() => setInvitationToWithdraw(undefined)}
        />
      )}
      {link && <NewLink link={link} onClose={() => setLink(undefined)} />}
    </section>
  )
}

type Actions = { onLink(link: string): void; onWithdraw(invitation: PendingInvitation): void }

const columnsFor = (actions: Actions): Column<PendingInvitation>[] => [
  { key: 'email', title: 'Email', render: ({ email }) => email },
  { key: 'role', title: 'Role', width: '20%', render: ({ role }) => roleName(role, false) },
  {
    key: 'expires',
    title: 'Expires',
    width: '20%',
    render: ({ expiresAt, createdAt }) => (
      <time dateTime={expiresAt} title={`${exactTime(expiresAt)}, sent ${relativeTime(createdAt)}`}>
        {relativeTime(expiresAt)}
      </time>
    ),
  },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    width: 96,
    align: 'right',
    render: (invitation) => <RowActions invitation={invitation} {...actions} />,
  },
]

type RowProps = Actions & { readonly invitation: PendingInvitation }

function RowActions({ invitation, onLink, onWithdraw }: RowProps) {
  const { email, role } = invitation
  const alerts = useAlerts()
  const { mutate, isPending } = useInvite()
  const resend = () =>
    mutate(
      { email, role },
      {
        onSuccess: (link) => {
          alerts.success('Invited user successfully')
          if (link) onLink(link)
        },
        onError: (refusal) => alerts.warn(explain(refusal, 'Failed to invite user')),
      },
    )
  return (
    <span className="row-actions">
      <Button
        type="text"
        size="small"
        title="Resend with a new link"
        aria-label={`Resend the invitation to ${email}`}
        icon={<SendOutlined />}
        loading={isPending}
        onClick={resend}
      />
      <Button
        type="text"
        size="small"
        title="Withdraw"
        aria-label={`Withdraw the invitation to ${email}`}
        icon={<DeleteOutlined />}
        onClick={() => onWithdraw(invitation)}
      />
    </span>
  )
}

type WithdrawProps = { readonly invitation: PendingInvitation; readonly onClose: () => void }

function WithdrawInvitation({ invitation: { id, email }, onClose }: WithdrawProps) {
  const { mutateAsync: withdraw } = useWithdraw()
  return (
    <ConfirmDialog
      isDestructive
      title={`Withdraw the invitation to ${email}?`}
      okText="Withdraw"
      fallback="Failed to withdraw the invitation"
      onConfirm={() => withdraw(id)}
      onClose={onClose}
    >
      Its link will stop working. You can invite them again.
    </ConfirmDialog>
  )
}

type LinkProps = { readonly link: string; readonly onClose: () => void }

function NewLink({ link, onClose }: LinkProps) {
  return (
    <Modal open width={560} title="Invitation" footer={null} onCancel={onClose}>
      <InvitationLink link={link} onDone={onClose} />
    </Modal>
  )
}
