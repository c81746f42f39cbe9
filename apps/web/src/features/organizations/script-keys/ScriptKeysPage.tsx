import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { KeySwitch } from '../../../shared/keys/KeySwitch.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { actionsColumn } from '../../../shared/table/actions-column.tsx'
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
  const [openDialog, setOpenDialog] = useState<KeyDialogState<Key>>()
  return (
    <>
      <ListPage
        title={kind.title}
        description={kind.description}
        list={useQuery(kind.keys)}
        failureText="Failed to get the keys"
        create={{
          id: 'new-key',
          label: 'New Key',
          onStart: () => setOpenDialog({ action: 'new' }),
        }}
        empty={{ title: 'No keys yet', explanation: kind.explanation }}
      >
        {(keys) => (
          <DataTable
            label={kind.label}
            columns={columnsFor(kind, setOpenDialog)}
            rows={keys}
            keyOf={({ id }) => id}
            emptyText=""
          />
        )}
      </ListPage>
      <OpenDialog kind={kind} dialog={openDialog} onOpen={setOpenDialog} />
    </>
  )
}

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
  actionsColumn({
    width: 112,
    nameOf: ({ name }) => name,
    actions: [
      { label: 'Edit', run: (apiKey) => onOpen({ action: 'edit', apiKey }) },
      { label: 'Rotate', run: (apiKey) => onOpen({ action: 'rotate', apiKey }) },
      { label: 'Delete', run: (apiKey) => onOpen({ action: 'delete', apiKey }) },
    ],
  }),
]

type SwitchProps<Key extends ScriptKey> = {
  readonly kind: ScriptKeyKind<Key>
  readonly apiKey: Key
}

function ActiveSwitch<Key extends ScriptKey>({ kind, apiKey }: SwitchProps<Key>) {
  const { id, name, isActive } = apiKey
  const { mutate, isPending } = kind.useSwitch()
  return (
    <KeySwitch
      name={name}
      isActive={isActive}
      isPending={isPending}
      failureText="Failed to update the key"
      onSwitch={(isActive, callbacks) => mutate({ id, isActive }, callbacks)}
    />
  )
}
