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
} as const

/** Chooses the database or folder that the values go to. */
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
    guide.change({
      destination:
        kind === 'files'
          ? { connectorId: id, connection: 'FILESYSTEM', configuration: {} }
          : {
              connectorId: id,
              connection: 'DATABASE',
              configuration:
                connection === 'DATABASE' && configuration.table
                  ? configuration
                  : { ...tableDefaults, table: tool ? suggestTable(tool.name) : '' },
            },
    })
  }

  return (
    <GuideStep
      number={3}
      title="Destination"
      explanation="The database or folder that the values go to."
      isComplete={
        connectorId !== null &&
        (connection === 'FILESYSTEM' || String(configuration.table ?? '').trim() !== '')
      }
      error={failures.size === 0 ? guide.errorOf('destination') : undefined}
    >
      <ConnectorChoice side="destination" selectedId={connectorId} onChange={choose} />
      {connectorId !== null && (
        <div className="guide-end">
          <EndSettings
            key={`${connectorId} ${connection}`}
            side="destination"
            entity={connection === 'DATABASE' ? 'db' : 'file'}
            shownNames={shownSettings[connection]}
            values={configuration}
            failures={failures}
            onChange={setConfiguration}
          />
          <Folded title={connection === 'DATABASE' ? 'Show the tables' : 'Show the folders'}>
            {connection === 'DATABASE' ? (
              <TableTree connectorId={connectorId} />
            ) : (
              <FileTree
                connectorId={connectorId}
                choice={{
                  purpose: 'Write to',
                  selectedPaths: [String(configuration.outputFolder ?? '')],
                  onChange: (folders) =>
                    setConfiguration({ ...configuration, outputFolder: folders.at(-1) ?? '' }),
                }}
              />
            )}
          </Folded>
        </div>
      )}
    </GuideStep>
  )
}
