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
import { DeleteKey, RotateKey } from './AskAboutKey.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { PlatformApiKeyDialog } from './PlatformApiKeyDialog.tsx'
import { type PlatformApiKey, permissionNames } from './platform-api-key.ts'
import { platformApiKeys, useChangePlatformApiKey } from './platform-api-keys.queries.ts'

type Opened =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'rotate' | 'delete'; readonly apiKey: PlatformApiKey }
  | { readonly what: 'shown'; readonly text: string }

/** The keys with which scripts do what a browser can. */
export function PlatformApiKeysPage() {
  usePageTitle('Platform API Keys')
  const { data: keys, error, refetch } = useQuery(platformApiKeys)
  const [opened, setOpened] = useState<Opened>()
  const startNew = () => setOpened({ what: 'new' })
  const retry = () => void refetch()
  return (
    <div className="page">
      <PageHeader
        title="Platform API Keys"
        description="With one of these a script does what a browser can, in this organization alone."
      >
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={startNew}>
          New Key
        </Button>
      </PageHeader>
      {error && !keys && (
        <FailureState error={error} fallback="Failed to get the keys" onRetry={retry} />
      )}
      {!error && !keys && <ListSkeleton />}
      {keys?.length === 0 && <NoKeys onNew={startNew} />}
      {keys && keys.length > 0 && (
        <DataTable
          label="Platform API keys"
          columns={columnsFor(setOpened)}
          rows={keys}
          keyOf={({ id }) => id}
          emptyText=""
        />
      )}
      <OpenedDialog opened={opened} onOpen={setOpened} />
    </div>
  )
}

function NoKeys({ onNew }: { readonly onNew: () => void }) {
  return (
    <div className="sheet">
      <EmptyState
        title="There are no keys yet"
        explanation="A script sends a key as “Authorization: Bearer …” and may then read, write or delete, as the key says."
      >
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={onNew}>
          New Key
        </Button>
      </EmptyState>
    </div>
  )
}

type DialogProps = {
  readonly opened: Opened | undefined
  onOpen(opened: Opened | undefined): void
}

function OpenedDialog({ opened, onOpen }: DialogProps) {
  const close = () => onOpen(undefined)
  const showKey = (text: string) => onOpen({ what: 'shown', text })
  switch (opened?.what) {
    case 'new':
      return <PlatformApiKeyDialog onMade={showKey} onClose={close} />
    case 'edit':
      return <PlatformApiKeyDialog apiKey={opened.apiKey} onMade={showKey} onClose={close} />
    case 'rotate':
      return <RotateKey apiKey={opened.apiKey} onMade={showKey} onClose={close} />
    case 'delete':
      return <DeleteKey apiKey={opened.apiKey} onClose={close} />
    case 'shown':
      return <NewKeyDialog text={opened.text} onClose={close} />
    default:
      return null
  }
}

const columnsFor = (onOpen: (opened: Opened) => void): Column<PlatformApiKey>[] => [
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
  { key: 'key', title: 'Key', width: 110, render: ({ masked }) => <code>{masked}</code> },
  {
    key: 'permission',
    title: 'May',
    width: '18%',
    render: ({ permission }) => permissionNames[permission],
  },
  {
    key: 'made',
    title: 'Made',
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
    render: (apiKey) => <ActiveSwitch apiKey={apiKey} />,
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

function ActiveSwitch({ apiKey: { id, name, isActive } }: { readonly apiKey: PlatformApiKey }) {
  const alerts = useAlerts()
  const { mutate, isPending } = useChangePlatformApiKey()
  return (
    <Switch
      size="small"
      aria-label={`${name} is active`}
      checked={isActive}
      loading={isPending}
      onChange={(wanted) =>
        mutate(
          { id, isActive: wanted },
          { onError: (refusal) => alerts.failed(refusal, 'Failed to change the key') },
        )
      }
    />
  )
}

type RowProps = { readonly apiKey: PlatformApiKey } & { onOpen(opened: Opened): void }

function RowActions({ apiKey, onOpen }: RowProps) {
  const actions = [
    { what: 'edit', label: 'Edit', icon: <EditOutlined /> },
    { what: 'rotate', label: 'Rotate', icon: <SyncOutlined /> },
    { what: 'delete', label: 'Delete', icon: <DeleteOutlined /> },
  ] as const
  return (
    <span className="row-actions">
      {actions.map(({ what, label, icon }) => (
        <Button
          key={what}
          type="text"
          size="small"
          title={label}
          aria-label={`${label} ${apiKey.name}`}
          icon={icon}
          onClick={() => onOpen({ what, apiKey })}
        />
      ))}
    </span>
  )
}
