import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../../shared/layout/FailureState.tsx'
import { ServiceIcon } from '../../../../shared/services/ServiceIcon.tsx'
import {
  allConnectors,
  type ConnectorContent,
  type ConnectorService,
  connectorServices,
} from '../../../connectors/connectors.port.tsx'

type Props = {
  readonly content: ConnectorContent
  readonly side: 'source' | 'destination'
  /** Id of the selected connector, or of the service for a new one. */
  readonly selected: string | null
  /** Reason why nothing can be selected. */
  readonly refusal: string | undefined
  onConnector(id: string): void
  onService(service: ConnectorService): void
}

/** Lists the connectors that suit the source or destination, and the services for new ones. */
export function ConnectorMenu(props: Props) {
  const { content, side, selected, refusal, onConnector, onService } = props
  const connectors = useQuery(allConnectors)
  const services = useQuery(connectorServices(side === 'source' ? 'INPUT' : 'OUTPUT'))
  const failed = connectors.error ?? services.error

  if (failed) {
    const retry = () => {
      void connectors.refetch()
      void services.refetch()
    }
    return <FailureState error={failed} fallback="Failed to get the connectors" onRetry={retry} />
  }
  if (!connectors.data || !services.data) {
    return <div className="bone" style={{ height: 240 }} aria-busy="true" />
  }
  const fitting = connectors.data.filter((one) => one.kind === content)
  const offered = services.data.filter((one) => one.kind === content)
  return (
    <nav className="connector-menu" aria-label="Available connectors">
      <h3>Your connectors</h3>
      {fitting.length === 0 && <p>No Connector available</p>}
      <Entries
        all={fitting}
        selected={selected}
        refusal={refusal}
        onPick={({ id }) => onConnector(id)}
      />
      <h3>Add a connector</h3>
      <Entries all={offered} selected={selected} refusal={refusal} onPick={onService} />
    </nav>
  )
}

type ListedConnector = { readonly id: string; readonly name: string; readonly icon: string }

type EntriesProps<One extends ListedConnector> = Pick<Props, 'selected' | 'refusal'> & {
  readonly all: readonly One[]
  onPick(one: One): void
}

function Entries<One extends ListedConnector>({
  all,
  selected,
  refusal,
  onPick,
}: EntriesProps<One>) {
  return (
    <ul>
      {all.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            aria-current={one.id === selected}
            title={refusal}
            disabled={refusal !== undefined}
            onClick={() => onPick(one)}
          >
            <ServiceIcon src={one.icon} size={24} />
            {one.name}
          </button>
        </li>
      ))}
    </ul>
  )
}
