import { listConnectors } from '@recto/contract/connectors/connectors'
import { connectorSharing } from '@recto/contract/organizations/sharing'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ListPage } from '../../shared/list/ListPage.tsx'
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

/** Lists the connectors that the user may use. */
export function ConnectorListPage() {
  const [openDialog, setOpenDialog] = useState<ConnectorDialogState>()
  const close = () => setOpenDialog(undefined)
  return (
    <>
      <ListPage
        title="Connectors"
        description="Buckets, folders and databases that workflows read files from and write results to."
        list={useQuery(allConnectors)}
        failureText="Failed to load the connectors"
        search={{ label: 'Search connectors', textOf: ({ name }) => name }}
        create={{
          id: 'new-connector',
          label: 'New Connector',
          onStart: () => setOpenDialog({ action: 'new' }),
        }}
        empty={{
          title: 'No Connector available',
          explanation:
            'Connect your first bucket, folder or database: select a service, fill in its settings, and test the connection before you save.',
        }}
      >
        {(connectors, emptyText) => (
          <ConnectorTable
            connectors={connectors}
            emptyText={emptyText}
            onOpen={(action, connector) => setOpenDialog({ action, connector })}
          />
        )}
      </ListPage>
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
    </>
  )
}
