import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { listConnectors } from '@recto/contract/connectors'
import { connectorSharing } from '@recto/contract/sharing'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useDebounced } from '../../shared/browser/use-debounced.ts'
import { useCommands } from '../../shared/commands/commands.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { ShareDialog } from '../../shared/sharing/ShareDialog.tsx'
import { ConnectorTable } from './ConnectorTable.tsx'
import type { Connector } from './connector.ts'
import { allConnectors } from './connectors.queries.ts'
import { DeleteConnector } from './DeleteConnector.tsx'

const ConnectorDialog = lazy(async () => ({
  default: (await import('./ConnectorDialog.tsx')).ConnectorDialog,
}))

type Opened =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'share' | 'delete'; readonly connector: Connector }

const NEW = 'New Connector'

/** The connectors that the user may put to use. */
export function ConnectorListPage() {
  usePageTitle('Connectors')
  const [opened, setOpened] = useState<Opened>()
  const [search, setSearch] = useState('')
  const startNew = () => setOpened({ what: 'new' })
  useCommands([
    { id: 'new-connector', title: NEW, group: 'This page', shortcut: 'n', run: startNew },
  ])

  const close = () => setOpened(undefined)
  const newButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={startNew}>
      {NEW}
    </Button>
  )
  return (
    <div className="page">
      <PageHeader
        title="Connectors"
        description="Buckets, folders and databases that workflows read files from and write values to."
      >
        <Input
          allowClear
          type="search"
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="Search by name"
          aria-label="Search Connectors"
          style={{ width: 220 }}
          onChange={({ target }) => setSearch(target.value)}
        />
        {newButton}
      </PageHeader>
      <Connectors search={useDebounced(search, 600)} newButton={newButton} onOpen={setOpened} />
      {opened?.what === 'share' && (
        <ShareDialog
          id={opened.connector.id}
          name={opened.connector.name}
          endpoints={connectorSharing}
          lists={[listConnectors]}
          act="connector/lend"
          onClose={close}
        />
      )}
      {opened?.what === 'delete' && (
        <DeleteConnector connector={opened.connector} onClose={close} />
      )}
      <Suspense>
        {opened?.what === 'new' && <ConnectorDialog onClose={close} />}
        {opened?.what === 'edit' && (
          <ConnectorDialog connectorId={opened.connector.id} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

type ConnectorsProps = {
  readonly search: string
  readonly newButton: ReactNode
  onOpen(opened: Opened): void
}

function Connectors({ search, newButton, onOpen }: ConnectorsProps) {
  const { data: connectors, error, refetch } = useQuery(allConnectors)

  if (error) {
    const retry = () => void refetch()
    return (
      <FailureState error={error} fallback="Failed to get the connectors list" onRetry={retry} />
    )
  }
  if (!connectors) return <ListSkeleton />
  if (connectors.length === 0) {
    return (
      <div className="sheet">
        <EmptyState
          title="No Connector available"
          explanation="Connect a first bucket, folder or database: pick a service, fill in its settings, and test the connection before saving."
        >
          {newButton}
        </EmptyState>
      </div>
    )
  }
  const wanted = search.trim().toLowerCase()
  return (
    <ConnectorTable
      connectors={connectors.filter(({ name }) => name.toLowerCase().includes(wanted))}
      search={search}
      onEdit={(connector) => onOpen({ what: 'edit', connector })}
      onShare={(connector) => onOpen({ what: 'share', connector })}
      onDelete={(connector) => onOpen({ what: 'delete', connector })}
    />
  )
}
