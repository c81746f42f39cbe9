import { useQuery } from '@tanstack/react-query'
import { type Connector, FileTree, TableTree } from '../../connectors/connectors.port.tsx'
import { toolList } from '../../workflows/workflows.port.tsx'
import { ConnectorChoice } from './ConnectorChoice.tsx'
import { EndSettings } from './EndSettings.tsx'
import { Folded } from './Folded.tsx'
import { GuideStep } from './GuideStep.tsx'
import { type DestinationValues, suggestTable, tableDefaults } from './guide-values.ts'
import type { Guide } from './use-guide.ts'

const shownSettings = {
  DATABASE: ['table', 'columnMode'],
  FILESYSTEM: ['outputFolder'],
  HTTP: ['bodyTemplate'],
} as const

const connections = { files: 'FILESYSTEM', tables: 'DATABASE', calls: 'HTTP' } as const
const entities = { DATABASE: 'db', FILESYSTEM: 'file', HTTP: 'http' } as const

/** Chooses the database, folder or HTTP endpoint that the values go to. */
export function DestinationStep({ guide }: { readonly guide: Guide }) {
  const { destination, toolId } = guide.values
  const { connectorId, connection, configuration } = destination
  const { data: tools = [] } = useQuery(toolList)
  const failures = guide.failuresOf('destination')
  const setConfiguration = (next: DestinationValues['configuration']) =>
    guide.setValues((values) => ({
      ...values,
      destination: { ...values.destination, configuration: next },
    }))

  function choose({ id, kind }: Connector) {
    const tool = tools.find((one) => one.id === toolId)
    const next = connections[kind]
    const currentConfiguration = next === connection ? configuration : {}
    const tableName = tool ? suggestTable(tool.name) : ''
    const ownConfiguration = {
      DATABASE: currentConfiguration.table
        ? currentConfiguration
        : { ...tableDefaults, table: tableName },
      FILESYSTEM: {},
      HTTP: currentConfiguration,
    }
    guide.change({
      destination: { connectorId: id, connection: next, configuration: ownConfiguration[next] },
    })
  }

  return (
    <GuideStep
      number={3}
      title="Destination"
      explanation="The database, folder or HTTP endpoint that the values go to."
      isComplete={
        connectorId !== null &&
        (connection !== 'DATABASE' || String(configuration.table ?? '').trim() !== '')
      }
      error={failures.size === 0 ? guide.errorOf('destination') : undefined}
    >
      <ConnectorChoice side="destination" selectedId={connectorId} onChange={choose} />
      {connectorId !== null && (
        <div className="guide-end">
          <EndSettings
            key={`${connectorId} ${connection}`}
            side="destination"
            entity={entities[connection]}
            shownNames={shownSettings[connection]}
            values={configuration}
            failures={failures}
            onChange={setConfiguration}
          />
          <Contents
            connectorId={connectorId}
            connection={connection}
            configuration={configuration}
            onChange={setConfiguration}
          />
        </div>
      )}
    </GuideStep>
  )
}

type ContentsProps = Pick<DestinationValues, 'connection' | 'configuration'> & {
  readonly connectorId: string
  onChange(configuration: DestinationValues['configuration']): void
}

/** The tables or folders of the connector; an HTTP endpoint has neither. */
function Contents({ connectorId, connection, configuration, onChange }: ContentsProps) {
  if (connection === 'HTTP') return null
  if (connection === 'DATABASE') {
    return (
      <Folded title="Show the tables">
        <TableTree connectorId={connectorId} />
      </Folded>
    )
  }
  const select = (folders: readonly string[]) =>
    onChange({ ...configuration, outputFolder: folders.at(-1) ?? '' })
  const selectedPaths = [String(configuration.outputFolder ?? '')]
  return (
    <Folded title="Show the folders">
      <FileTree
        connectorId={connectorId}
        choice={{ purpose: 'Write to', selectedPaths, onChange: select }}
      />
    </Folded>
  )
}
