import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { ServiceGrid } from '../../../shared/services/ServiceGrid.tsx'
import { ServiceHeading } from '../../../shared/services/ServiceHeading.tsx'
import { ServiceIcon } from '../../../shared/services/ServiceIcon.tsx'
import {
  allConnectors,
  type Connector,
  type ConnectorService,
  ConnectorSettings,
  connectorServices,
} from '../../connectors/connectors.port.tsx'
import { ChoiceCards } from './ChoiceCards.tsx'

type Props = {
  readonly side: 'source' | 'destination'
  readonly selectedId: string | null
  onChange(connector: Connector): void
}

const descriptions: Readonly<Record<Connector['kind'], string>> = {
  files: 'Files',
  tables: 'Tables',
  calls: 'HTTP calls',
}

/** Chooses a connector, or adds one without leaving the page. */
export function ConnectorChoice({ side, selectedId, onChange }: Props) {
  const { connectors, services, error, retry } = useChoices(side)
  const [isAdding, setAdding] = useState(false)

  if (error) {
    return <FailureState error={error} fallback="Failed to get the connectors" onRetry={retry} />
  }
  if (!connectors || !services) {
    return <div className="bone guide-bone" aria-busy="true" />
  }
  const isEmpty = connectors.length === 0
  // The first step begins with a choice; the others wait until somebody gets there.
  if (isAdding || (isEmpty && side === 'source')) {
    return (
      <NewConnector
        side={side}
        services={services}
        onAdded={(connector) => {
          setAdding(false)
          onChange(connector)
        }}
        takesFocus={isAdding}
        onCancel={isEmpty ? undefined : () => setAdding(false)}
      />
    )
  }
  return (
    <>
      {isEmpty && <p>There are no connectors yet.</p>}
      <ChoiceCards
        label={side === 'source' ? 'Connector of the source' : 'Connector of the destination'}
        selectedId={selectedId}
        choices={connectors.map(({ id, name, icon, kind }) => ({
          id,
          name,
          description: descriptions[kind],
          icon: <ServiceIcon src={icon} size={24} />,
        }))}
        onChange={(id) => {
          const connector = connectors.find((one) => one.id === id)
          if (connector) onChange(connector)
        }}
      />
      <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setAdding(true)}>
        Add a connector
      </Button>
    </>
  )
}

/** Connectors that suit the side, and the services for new ones. */
function useChoices(side: Props['side']) {
  const connectors = useQuery(allConnectors)
  const readable = useQuery(connectorServices('INPUT'))
  const writable = useQuery(connectorServices('OUTPUT'))
  const error = connectors.error ?? readable.error ?? writable.error
  const retry = () => {
    for (const { refetch } of [connectors, readable, writable]) void refetch()
  }
  if (!connectors.data || !readable.data || !writable.data) {
    return { connectors: undefined, services: undefined, error, retry }
  }
  if (side === 'source') {
    const services = readable.data.filter(({ kind }) => kind === 'files')
    const files = connectors.data.filter(({ kind }) => kind === 'files')
    return { connectors: files, services, error: undefined, retry }
  }
  // Services of earlier versions are in neither list, and their connectors can be written to.
  const writableIds = new Set(writable.data.map(({ id }) => id))
  const readOnlyIds = new Set(
    readable.data.map(({ id }) => id).filter((id) => !writableIds.has(id)),
  )
  const targets = connectors.data.filter(({ providerId }) => !readOnlyIds.has(providerId))
  return { connectors: targets, services: writable.data, error: undefined, retry }
}

type NewProps = Pick<Props, 'side'> & {
  readonly services: readonly ConnectorService[]
  readonly takesFocus: boolean
  onAdded(connector: Connector): void
  /** Undefined if there is no connector to go back to. */
  readonly onCancel: (() => void) | undefined
}

/** Adds a connector in two steps: a service, and its settings. */
function NewConnector({ side, services, takesFocus, onAdded, onCancel }: NewProps) {
  const [service, setService] = useState<ConnectorService>()
  return (
    <section className="guide-new" aria-label="New connector">
      <div className="guide-new-head">
        {service ? (
          <ServiceHeading icon={service.icon} text={`New: ${service.name}`} />
        ) : (
          <strong>
            {side === 'source' ? 'Where are the files?' : 'Where should the values go?'}
          </strong>
        )}
        {service && <Button onClick={() => setService(undefined)}>Choose another service</Button>}
        {onCancel && <Button onClick={onCancel}>Use an existing connector</Button>}
      </div>
      {service ? (
        <div className="guide-new-form">
          <ConnectorSettings
            key={service.id}
            providerId={service.id}
            oneStepText="Test and add"
            onSaved={onAdded}
          />
        </div>
      ) : (
        <ServiceGrid
          services={services}
          takesFocus={takesFocus}
          error={null}
          empty={<p>This installation does not offer any file or database services.</p>}
          onRetry={() => undefined}
          onPick={({ id }) => setService(services.find((one) => one.id === id))}
        />
      )}
    </section>
  )
}
