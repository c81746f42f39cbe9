import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { FormSkeleton } from '../../shared/services/FormSkeleton.tsx'
import type { Service } from '../../shared/services/ServiceGrid.tsx'
import { ServiceGrid } from '../../shared/services/ServiceGrid.tsx'
import { ServiceHeading } from '../../shared/services/ServiceHeading.tsx'
import { ConnectorSettings } from './ConnectorSettings.tsx'
import { connector as connectorQuery, connectorServices } from './connectors.queries.ts'

type Props = {
  /** The connector to edit; without one, the dialog adds a new one. */
  readonly connectorId?: string
  readonly onClose: () => void
}

/** Adds a connector in two steps, a service and its settings, or edits the settings of one. */
export function ConnectorDialog({ connectorId, onClose }: Props) {
  if (connectorId) return <EditDialog connectorId={connectorId} onClose={onClose} />
  return <AddDialog onClose={onClose} />
}

function AddDialog({ onClose }: Pick<Props, 'onClose'>) {
  // Every service that can be written to can also be read, so this lists all services.
  const { data: services, error, refetch } = useQuery(connectorServices('INPUT'))
  const [service, setService] = useState<Service>()

  return (
    <Modal
      open
      width={service ? 500 : 1100}
      footer={null}
      mask={{ closable: !service }}
      title={
        service ? (
          <ServiceHeading icon={service.icon} text={service.name}>
            <Button
              type="text"
              size="small"
              aria-label="Back to services"
              icon={<ArrowLeftOutlined />}
              onClick={() => setService(undefined)}
            />
          </ServiceHeading>
        ) : (
          'New Connector'
        )
      }
      onCancel={onClose}
    >
      {service ? (
        <ConnectorSettings providerId={service.id} onSaved={onClose} />
      ) : (
        <ServiceGrid
          services={services}
          error={error}
          empty={
            <EmptyState
              title="No Connector available"
              explanation="This installation does not offer any file or database services."
            />
          }
          onRetry={() => void refetch()}
          onPick={setService}
        />
      )}
    </Modal>
  )
}

function EditDialog({ connectorId, onClose }: Required<Props>) {
  const { data: connector, error, refetch } = useQuery(connectorQuery(connectorId))
  const retry = () => void refetch()

  return (
    <Modal
      open
      width={500}
      footer={null}
      mask={{ closable: false }}
      title={
        connector ? (
          <ServiceHeading icon={connector.icon} text={connector.name} />
        ) : (
          'Edit connector'
        )
      }
      onCancel={onClose}
    >
      {error && (
        <FailureState error={error} fallback="Failed to load the connector" onRetry={retry} />
      )}
      {!error && !connector && <FormSkeleton />}
      {connector && (
        <ConnectorSettings
          providerId={connector.providerId}
          connector={connector}
          onSaved={onClose}
        />
      )}
    </Modal>
  )
}
