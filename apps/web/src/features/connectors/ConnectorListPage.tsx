import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { listConnectors } from '@recto/contract/connectors/connectors'
import { connectorSharing } from '@recto/contract/organizations/sharing'
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

type ConnectorDialogState =
  | { readonly action: 'new' }
  | { readonly action: 'edit' | 'share' | 'delete'; readonly connector: Connector }

const NEW = 'New Connector'

/** Lists the connectors that the user may use. */
export function ConnectorListPage() {
  usePageTitle('Connectors')
  const [openDialog, setOpenDialog] = useState<ConnectorDialogState>()
  const [search, setSearch] = useState('')
  const startNew = () => setOpenDialog({ action: 'new' })
  useCommands([
    { id: 'new-connector', title: NEW, group: 'This page', shortcut: 'n', run: startNew },
  ])

  const close = () => setOpenDialog(undefined)
  const newButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={startNew}>
      {NEW}
    </Button>
  )
  return (
    <div className="page">
      <PageHeader
        title="Connectors"
        description="Buckets, folders and databases that workflows read files from and write results to."
      >
        <Input
          allowClear
          type="search"
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="Search by name"
          aria-label="Search connectors"
          style={{ width: 220 }}
          onChange={({ target }) => setSearch(target.value)}
        />
        {newButton}
      </PageHeader>
      <Connectors search={useDebounced(search, 600)} newButton={newButton} onOpen={setOpenDialog} />
      {openDialog?.action === 'share' && (
        <ShareDialog
          id={openDialog.connector.id}
          name={openDialog.connector.name}
          noun="connector"
          endpoints={connectorSharing}
          lists={[listConnectors]}
          onClose={close}
        />
      )}
      {openDialog?.action === 'delete' && (
        <DeleteConnector connector={openDialog.connector} onClose={close} />
      )}
      <Suspense>
        {openDialog?.action === 'new' && <ConnectorDialog onClose={close} />}
        {openDialog?.action === 'edit' && (
          <ConnectorDialog connectorId={openDialog.connector.id} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

type ConnectorsProps = {
  readonly search: string
  readonly newButton: ReactNode
  onOpen(dialog: ConnectorDialogState): void
}

function Connectors({ search, newButton, onOpen }: ConnectorsProps) {
  const { data: connectors, error, refetch } = useQuery(allConnectors)

  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the connectors" onRetry={retry} />
  }
  if (!connectors) return <ListSkeleton />
  if (connectors.length === 0) {
    return (
      <div className="sheet">
        <EmptyState
          title="No Connector available"
          explanation="Connect your first bucket, folder or database: select a service, fill in its settings, and test the connection before you save."
        >
          {newButton}
        </EmptyState>
      </div>
    )
  }
  const query = search.trim().toLowerCase()
  return (
    <ConnectorTable
      connectors={connectors.filter(({ name }) => name.toLowerCase().includes(query))}
      search={search}
      onEdit={(connector) => onOpen({ action: 'edit', connector })}
      onShare={(connector) => onOpen({ action: 'share', connector })}
      onDelete={(connector) => onOpen({ action: 'delete', connector })}
    />
  )
}
