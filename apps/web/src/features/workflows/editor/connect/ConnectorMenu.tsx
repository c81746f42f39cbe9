import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../../shared/layout/FailureState.tsx'
import { ServiceIcon } from '../../../../shared/services/ServiceIcon.tsx'
import {
  allConnectors,
  type ConnectorContent,
  type ConnectorService,
  connectorServices,
} from '../../../connectors/connectors.port.tsx'
import type { UsedConnector } from '../../workflow.ts'

type Props = {
  readonly content: ConnectorContent
  readonly side: 'source' | 'destination'
  /** The connector of the workflow, which the user may not be allowed to use. */
  readonly current: UsedConnector | undefined
  /** Id of the selected connector, or of the service for a new one. */
  readonly selected: string | null
  /** Reason why nothing can be selected. */
  readonly refusal: string | undefined
  onConnector(id: string): void
  onService(service: ConnectorService): void
}

/** Lists the connectors that suit the source or destination, and the services for new ones. */
export function ConnectorMenu(props: Props) {
  const { content, side, current, selected, refusal, onConnector, onService } = props
  const connectors = useQuery(allConnectors)
  const services = useQuery(connectorServices(side === 'source' ? 'INPUT' : 'OUTPUT'))
  const error = connectors.error ?? services.error

  if (error) {
    const retry = () => {
      void connectors.refetch()
      void services.refetch()
    }
    return <FailureState error={error} fallback="Failed to get the connectors" onRetry={retry} />
  }
  if (!connectors.data || !services.data) {
    return <div className="bone" style={{ height: 240 }} aria-busy="true" />
  }
  const matchingConnectors = connectors.data.filter((connector) => connector.kind === content)
  const matchingServices = services.data.filter((service) => service.kind === content)
  return (
    <nav className="connector-menu" aria-label="Available connectors">
      {current?.isUsable === false && (
        <>
          <h3>Used by this workflow</h3>
          <Entries
            all={[current]}
            selected={selected}
            refusal={refusal}
            onPick={({ id }) => onConnector(id)}
          />
        </>
      )}
      <h3>Your connectors</h3>
      {matchingConnectors.length === 0 && <p>No Connector available</p>}
      <Entries
        all={matchingConnectors}
        selected={selected}
        refusal={refusal}
        onPick={({ id }) => onConnector(id)}
      />
      <h3>Add a connector</h3>
      <Entries all={matchingServices} selected={selected} refusal={refusal} onPick={onService} />
    </nav>
  )
}

type ListedConnector = { readonly id: string; readonly name: string; readonly icon: string }

type EntriesProps<One extends ListedConnector> = Pick<Props, 'selected' | 'refusal'> & {
  readonly all: readonly One[]
  onPick(entry: One): void
}

function Entries<One extends ListedConnector>({
  all,
  selected,
  refusal,
  onPick,
}: EntriesProps<One>) {
  return (
    <ul>
      {all.map((entry) => (
        <li key={entry.id}>
          <button
            type="button"
            aria-current={entry.id === selected}
            title={refusal}
            disabled={refusal !== undefined}
            onClick={() => onPick(entry)}
          >
            <ServiceIcon src={entry.icon} size={24} />
            {entry.name}
          </button>
        </li>
      ))}
    </ul>
  )
}
