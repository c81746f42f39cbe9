import { useQuery } from '@tanstack/react-query'
import { AddServiceDialog, EditServiceDialog } from '../../shared/services/ServiceDialog.tsx'
import { ConnectorSettings } from './ConnectorSettings.tsx'
import { connector as connectorQuery, connectorServices } from './connectors.queries.ts'

type Props = {
  /** The connector to edit; without one, the dialog adds a new one. */
  readonly connectorId?: string
  readonly onClose: () => void
}

/** Adds a connector or edits the settings of one. */
export function ConnectorDialog({ connectorId, onClose }: Props) {
  if (connectorId) return <EditConnector connectorId={connectorId} onClose={onClose} />
  return <AddConnector onClose={onClose} />
}

function AddConnector({ onClose }: Pick<Props, 'onClose'>) {
  return (
    <AddServiceDialog
      title="New Connector"
      // Every service that can be written to can also be read, so this lists all services.
      services={useQuery(connectorServices('INPUT'))}
      empty={{
        title: 'No Connector available',
        explanation: 'This installation does not offer any file or database services.',
      }}
      onClose={onClose}
    >
      {({ id }) => <ConnectorSettings providerId={id} onSaved={onClose} />}
    </AddServiceDialog>
  )
}

function EditConnector({ connectorId, onClose }: Required<Props>) {
  return (
    <EditServiceDialog
      title="Edit connector"
      connection={useQuery(connectorQuery(connectorId))}
      failureText="Failed to load the connector"
      onClose={onClose}
    >
      {(connector) => (
        <ConnectorSettings
          providerId={connector.providerId}
          connector={connector}
          onSaved={onClose}
        />
      )}
    </EditServiceDialog>
  )
}
