import { DeleteOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { Connector } from '../connector.ts'
import { receivedMails, useDeleteMail } from './mail.queries.ts'
import type { ListedMail } from './mail.ts'

/** Processing a mail takes a few seconds. */
const refreshMilliseconds = 5000

const statuses: Readonly<
  Record<ListedMail['status'], { readonly text: string; readonly color?: string }>
> = {
  received: { text: 'Received' },
  waiting: { text: 'Waiting' },
  processed: { text: 'Processed', color: 'success' },
  failed: { text: 'Failed', color: 'error' },
  refused: { text: 'Refused', color: 'warning' },
}

const mailColumns: readonly Column<ListedMail>[] = [
  {
    key: 'mail',
    title: 'Mail',
    render: ({ sender, subject }) => (
      <>
        <strong>{subject}</strong>
        <br />
        <span className="mail-address-soft">{sender}</span>
      </>
    ),
  },
  {
    key: 'received',
    title: 'Received',
    width: 130,
    render: ({ receivedAt }) => (
      <span title={exactTime(receivedAt)}>{relativeTime(receivedAt)}</span>
    ),
  },
  {
    key: 'proof',
    title: 'Sender',
    width: 170,
    hint: 'Whether SPF or DKIM proves the domain of the sender.',
    render: ({ isVerified, isFlagged, spf, dkim }) => (
      <>
        <Tag color={isVerified ? 'success' : isFlagged ? 'warning' : 'default'}>
          {isVerified ? 'Verified' : 'Not verified'}
        </Tag>
        <br />
        <span className="mail-address-soft">{`SPF ${spf}, DKIM ${dkim}`}</span>
      </>
    ),
  },
  { key: 'documents', title: 'Documents', render: (mail) => <Documents mail={mail} /> },
  {
    key: 'status',
    title: 'Status',
    width: 180,
    render: ({ status, reason }) => (
      <>
        <Tag color={statuses[status].color ?? 'default'}>{statuses[status].text}</Tag>
        {reason && <p className="mail-address-soft">{reason}</p>}
      </>
    ),
  },
]

const deleteColumn = (onDelete: (mail: ListedMail) => void): Column<ListedMail> => ({
  key: 'delete',
  title: 'Delete',
  width: 56,
  isTitleHidden: true,
  render: (mail) => (
    <Button
      type="text"
      aria-label={`Delete ${mail.subject}`}
      icon={<DeleteOutlined aria-hidden="true" />}
      onClick={() => onDelete(mail)}
    />
  ),
})

function Documents({ mail: { documents, status } }: { readonly mail: ListedMail }) {
  if (documents.length === 0)
    return (
      <span className="mail-address-soft">
        {status === 'waiting' ? 'Nothing to process' : 'None'}
      </span>
    )
  return (
    <ul className="mail-address-documents">
      {documents.map(({ name, problem }) => (
        <li key={name}>
          {name}
          {problem && <p className="mail-address-problem">{problem}</p>}
        </li>
      ))}
    </ul>
  )
}

/** The last mails of a connector. */
export function ReceivedMails({ connector }: { readonly connector: Connector }) {
  const query = receivedMails(connector.id)
  const {
    data: mails,
    error,
    refetch,
  } = useQuery({ ...query, refetchInterval: refreshMilliseconds })
  const [deletedMail, setDeletedMail] = useState<ListedMail>()
  const deleteMail = useDeleteMail()

  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the mails" onRetry={retry} />
  }
  if (!mails) return <div className="bone mail-address-bone" aria-busy="true" />
  const columns = connector.isOwner ? [...mailColumns, deleteColumn(setDeletedMail)] : mailColumns
  return (
    <>
      <h3>Last mails</h3>
      <DataTable
        label="Last mails"
        columns={columns}
        rows={mails}
        keyOf={({ id }) => id}
        emptyText="No mail has arrived yet. Send one to the address above."
      />
      {deletedMail && (
        <ConfirmDialog
          title={`Delete “${deletedMail.subject}”?`}
          okText="Delete"
          isDestructive
          onConfirm={() =>
            deleteMail.mutateAsync({ connectorId: connector.id, mailId: deletedMail.id })
          }
          onClose={() => setDeletedMail(undefined)}
        >
          The mail and its documents are deleted. Results that were made of them stay.
        </ConfirmDialog>
      )}
    </>
  )
}
