import { useQuery } from '@tanstack/react-query'
import { allConnectors, FileTree, MailAddress } from '../../connectors/connectors.port.tsx'
import { ConnectorChoice } from './ConnectorChoice.tsx'
import { EndSettings } from './EndSettings.tsx'
import { GuideStep } from './GuideStep.tsx'
import type { EndValues } from './guide-values.ts'
import type { Guide } from './use-guide.ts'

const shownSettings = ['folders', 'fileNamePattern', 'fileExtensions'] as const

/** Chooses the folder, bucket or mailbox that the files come from. */
export function SourceStep({ guide }: { readonly guide: Guide }) {
  const { source } = guide.values
  const { connectorId, configuration } = source
  const failures = guide.failuresOf('source')
  const change = (changes: Partial<EndValues>) =>
    guide.setValues((values) => ({ ...values, source: { ...values.source, ...changes } }))

  return (
    <GuideStep
      number={1}
      title="Source"
      explanation="The folder, bucket or mailbox that the files come from."
      isComplete={connectorId !== null}
      error={failures.size === 0 ? guide.errorOf('source') : undefined}
    >
      <ConnectorChoice
        side="source"
        selectedId={connectorId}
        onChange={({ id }) => guide.change({ source: { connectorId: id, configuration: {} } })}
      />
      {connectorId !== null && (
        <div className="guide-end">
          <SourceAddress connectorId={connectorId} />
          <section aria-label="Folders of the source">
            <h3>Folders</h3>
            <FileTree
              key={connectorId}
              connectorId={connectorId}
              choice={{
                purpose: 'Process',
                selectedPaths: foldersIn(configuration),
                onChange: (folders) => change({ configuration: { ...configuration, folders } }),
              }}
            />
          </section>
          <EndSettings
            key={`settings ${connectorId}`}
            side="source"
            entity="file"
            shownNames={shownSettings}
            values={configuration}
            failures={failures}
            onChange={(next) => change({ configuration: next })}
          />
        </div>
      )}
    </GuideStep>
  )
}

/** The address of the source, if it receives mail. */
function SourceAddress({ connectorId }: { readonly connectorId: string }) {
  const { data: connectors = [] } = useQuery(allConnectors)
  const connector = connectors.find(({ id }) => id === connectorId)
  return connector?.hasMailAddress ? <MailAddress connector={connector} /> : null
}

const foldersIn = ({ folders }: EndValues['configuration']): readonly string[] =>
  Array.isArray(folders) ? folders.filter((folder) => typeof folder === 'string') : []
