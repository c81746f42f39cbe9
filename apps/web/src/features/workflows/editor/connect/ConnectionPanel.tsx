import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { FailureState } from '../../../../shared/layout/FailureState.tsx'
import { ServiceHeading } from '../../../../shared/services/ServiceHeading.tsx'
import { useRefusalOf } from '../../../../shared/session/refusal-of.ts'
import {
  type ConnectorService,
  ConnectorSettings,
  connector as connectorQuery,
} from '../../../connectors/connectors.port.tsx'
import type { UsedConnector } from '../../workflow.ts'

type Props = {
  readonly connectorId: string | null
  /** The connector of the workflow, if it is the selected one. */
  readonly current: UsedConnector | undefined
  /** The service for which a new connector is created. */
  readonly service: ConnectorService | undefined
  onCreated(id: string): void
}

/** Shows the connection of the selected connector, or the form for a new one. */
export function ConnectionPanel({ connectorId, current, service, onCreated }: Props) {
  if (service) {
    return (
      <>
        <ServiceHeading icon={service.icon} text={`New: ${service.name}`} />
        <ConnectorSettings
          key={service.id}
          providerId={service.id}
          onSaved={({ id }) => onCreated(id)}
        />
      </>
    )
  }
  if (!connectorId) return <p>Select a connector on the left, or add one.</p>
  if (current?.isUsable === false) return <ConnectorOfOthers connector={current} />
  return <SelectedConnector key={connectorId} connectorId={connectorId} />
}

function ConnectorOfOthers({ connector }: { readonly connector: UsedConnector }) {
  const { name, service, icon, ownerEmail } = connector
  return (
    <>
      <div className="connection-chosen">
        <ServiceHeading icon={icon} text={name} />
        <span className="faint">{service}</span>
      </div>
      <p className="faint">
        This connector is not shared with you. You can edit the configuration below, but not open
        the connector or select it elsewhere. Ask {ownerEmail ?? 'an admin'} to share it with you.
      </p>
    </>
  )
}

function SelectedConnector({ connectorId }: { readonly connectorId: string }) {
  const { data: connector, error, refetch } = useQuery(connectorQuery(connectorId))
  const [isEdited, setEdited] = useState(false)
  const refusalOf = useRefusalOf()

  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the connector" onRetry={retry} />
  }
  if (!connector) return <div className="bone" style={{ height: 32 }} aria-busy="true" />
  const { name, icon, createdBy, isOwner } = connector
  const refusal = refusalOf('connector/open', { created_by: createdBy, isOwner })
  return (
    <>
      <div className="connection-chosen">
        <ServiceHeading icon={icon} text={name} />
        <Button
          size="small"
          title={refusal}
          disabled={refusal !== undefined}
          onClick={() => setEdited(!isEdited)}
        >
          {isEdited ? 'Cancel editing' : 'Edit connection'}
        </Button>
      </div>
      {isEdited && (
        <ConnectorSettings
          providerId={connector.providerId}
          connector={connector}
          onSaved={() => setEdited(false)}
        />
      )}
    </>
  )
}
