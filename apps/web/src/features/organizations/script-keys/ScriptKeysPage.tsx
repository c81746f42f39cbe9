import { DeleteOutlined, EditOutlined, PlusOutlined, SyncOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { DeleteKey, RotateKey } from './KeyDialogs.tsx'
import type { ScriptKeyKind } from './key-kind.ts'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import type { ScriptKey } from './script-key.ts'

type KeyDialogState<Key> =
  | { readonly action: 'new' }
  | { readonly action: 'edit' | 'rotate' | 'delete'; readonly apiKey: Key }
  | { readonly action: 'shown'; readonly text: string }

type Open<Key> = (dialog: KeyDialogState<Key> | undefined) => void

/** Manages all keys of one kind: create, change, switch off, rotate and delete. */
export function ScriptKeysPage<Key extends ScriptKey>({
  kind,
}: {
  readonly kind: ScriptKeyKind<Key>
}) {
  usePageTitle(kind.title)
  const { data: keys, error, refetch } = useQuery(kind.keys)
  const [openDialog, setOpenDialog] = useState<KeyDialogState<Key>>()
  const startNew = () => setOpenDialog({ action: 'new' })
  const retry = () => void refetch()
  return (
    <div className="page">
      <PageHeader title={kind.title} description={kind.description}>
        <NewKey onNew={startNew} />
      </PageHeader>
      {error && !keys && (
        <FailureState error={error} fallback="Failed to get the keys" onRetry={retry} />
      )}
      {!error && !keys && <ListSkeleton />}
      {keys?.length === 0 && (
        <div className="sheet">
          <EmptyState title="No keys yet" explanation={kind.explanation}>
            <NewKey onNew={startNew} />
          </EmptyState>
        </div>
      )}
      {keys && keys.length > 0 && (
        <DataTable
          label={kind.label}
          columns={columnsFor(kind, setOpenDialog)}
          rows={keys}
          keyOf={({ id }) => id}
          emptyText=""
        />
      )}
      <OpenDialog kind={kind} dialog={openDialog} onOpen={setOpenDialog} />
    </div>
  )
}

const NewKey = ({ onNew }: { readonly onNew: () => void }) => (
  <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={onNew}>
    New Key
  </Button>
)

type DialogProps<Key extends ScriptKey> = {
  readonly kind: ScriptKeyKind<Key>
  readonly dialog: KeyDialogState<Key> | undefined
  readonly onOpen: Open<Key>
}

function OpenDialog<Key extends ScriptKey>({ kind, dialog, onOpen }: DialogProps<Key>) {
  const { Dialog } = kind
  const close = () => onOpen(undefined)
  const showKey = (text: string) => onOpen({ action: 'shown', text })
  switch (dialog?.action) {
    case 'new':
      return <Dialog onCreated={showKey} onClose={close} />
    case 'edit':
      return <Dialog apiKey={dialog.apiKey} onCreated={showKey} onClose={close} />
    case 'rotate':
      return <RotateKey kind={kind} apiKey={dialog.apiKey} onCreated={showKey} onClose={close} />
    case 'delete':
      return <DeleteKey kind={kind} apiKey={dialog.apiKey} onClose={close} />
    case 'shown':
      return <NewKeyDialog text={dialog.text} onClose={close} />
    default:
      return null
  }
}

const columnsFor = <Key extends ScriptKey>(
  kind: ScriptKeyKind<Key>,
  onOpen: Open<Key>,
): Column<Key>[] => [
  {
    key: 'name',
    title: 'Name',
    sortBy: ({ name }) => name,
    render: ({ name, description }) => (
      <>
        <strong>{name}</strong>
        <small className="faint" style={{ display: 'block' }}>
          {description}
        </small>
      </>
    ),
  },
  { key: 'key', title: 'Key', width: 110, render: ({ maskedKey }) => <code>{maskedKey}</code> },
  kind.column,
  {
    key: 'made',
    title: 'Created',
    width: '20%',
    sortBy: ({ createdAt }) => createdAt,
    render: ({ createdAt, createdByEmail }) => (
      <>
        <time dateTime={createdAt} title={exactTime(createdAt)}>
          {relativeTime(createdAt)}
        </time>
        {createdByEmail && (
          <small className="faint" style={{ display: 'block', overflowWrap: 'anywhere' }}>
            {createdByEmail}
          </small>
        )}
      </>
    ),
  },
  {
    key: 'active',
    title: 'Active',
    width: 80,
    render: (apiKey) => <ActiveSwitch kind={kind} apiKey={apiKey} />,
  },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    width: 112,
    align: 'right',
    render: (apiKey) => <RowActions apiKey={apiKey} onOpen={onOpen} />,
  },
]

type SwitchProps<Key extends ScriptKey> = {
  readonly kind: ScriptKeyKind<Key>
  readonly apiKey: Key
}

function ActiveSwitch<Key extends ScriptKey>({ kind, apiKey }: SwitchProps<Key>) {
  const { id, name, isActive } = apiKey
  const alerts = useAlerts()
  const { mutate, isPending } = kind.useSwitch()
  return (
    <Switch
      size="small"
      aria-label={`${name} is active`}
      checked={isActive}
      loading={isPending}
      onChange={(isActive) =>
        mutate(
          { id, isActive },
          { onError: (refusal) => alerts.showError(refusal, 'Failed to update the key') },
        )
      }
    />
  )
}

type RowProps<Key> = { readonly apiKey: Key; readonly onOpen: Open<Key> }

function RowActions<Key extends ScriptKey>({ apiKey, onOpen }: RowProps<Key>) {
  const actions = [
    { action: 'edit', label: 'Edit', icon: <EditOutlined /> },
    { action: 'rotate', label: 'Rotate', icon: <SyncOutlined /> },
    { action: 'delete', label: 'Delete', icon: <DeleteOutlined /> },
  ] as const
  return (
    <span className="row-actions">
      {actions.map(({ action, label, icon }) => (
        <Button
          key={action}
          type="text"
          size="small"
          title={label}
          aria-label={`${label} ${apiKey.name}`}
          icon={icon}
          onClick={() => onOpen({ action, apiKey })}
        />
      ))}
    </span>
  )
}
