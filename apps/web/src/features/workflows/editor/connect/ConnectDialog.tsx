import { Modal, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import {
  type ConnectorContent,
  type ConnectorService,
  FileTree,
  TableTree,
} from '../../../connectors/connectors.port.tsx'
import type { WorkflowEnd } from '../../workflow.ts'
import { ConnectionPanel } from './ConnectionPanel.tsx'
import { ConnectorMenu } from './ConnectorMenu.tsx'
import { EndForm } from './EndForm.tsx'
import { type EndChoice, useEnd } from './use-end.ts'
import './connect.css'

type Props = {
  readonly end: WorkflowEnd
  /** Reason why it cannot be changed. */
  readonly refusal: string | undefined
  readonly review: ReactNode
  readonly onClose: () => void
}

const contents: Readonly<Partial<Record<WorkflowEnd['connection'], ConnectorContent>>> = {
  DATABASE: 'tables',
  HTTP: 'calls',
}

/** Dialog for the connector and the settings of a source or destination that has a connector. */
export function ConnectDialog({ end, refusal, review, onClose }: Props) {
  const choice = useEnd(end, onClose)
  const [service, setService] = useState<ConnectorService>()
  const { connectorId, setConnectorId } = choice
  const content = contents[end.connection] ?? 'files'
  const isPresent = end.connector !== undefined && end.connector.id === connectorId
  const currentConnector = isPresent ? end.connector : undefined

  function choose(id: string) {
    setService(undefined)
    setConnectorId(id)
  }

  return (
    <Modal open width={1200} footer={null} title="Configure Connector" onCancel={onClose}>
      <div className="connect">
        <ConnectorMenu
          content={content}
          side={end.side}
          current={end.connector}
          selected={service?.id ?? connectorId}
          refusal={refusal}
          onConnector={choose}
          onService={setService}
        />
        <Tabs
          className="connect-tabs"
          items={[
            {
              key: 'settings',
              label: 'Settings',
              children: (
                <>
                  <section aria-labelledby="connection-settings">
                    <h3 id="connection-settings">Connection Settings</h3>
                    <ConnectionPanel
                      connectorId={connectorId}
                      current={currentConnector}
                      service={service}
                      onCreated={choose}
                    />
                  </section>
                  <section aria-labelledby="end-configuration">
                    <h3 id="end-configuration">Configuration</h3>
                    {service ? (
                      <p>Add the connector first.</p>
                    ) : (
                      <EndForm end={end} choice={choice} refusal={refusal} />
                    )}
                  </section>
                </>
              ),
            },
            ...contentTabs({
              content,
              isDisabled: service !== undefined || currentConnector?.isUsable === false,
              children: connectorId && (
                <Contents key={connectorId} end={end} choice={choice} connectorId={connectorId} />
              ),
            }),
            ...(end.side === 'destination' && review
              ? [{ key: 'review', label: 'Human In The Loop', children: review }]
              : []),
          ]}
        />
      </div>
    </Modal>
  )
}

type TabOptions = {
  readonly content: ConnectorContent
  readonly isDisabled: boolean
  /** Empty until a connector is selected. */
  readonly children: ReactNode
}

/** An HTTP endpoint has no content. */
function contentTabs({ content, isDisabled, children }: TabOptions) {
  if (content === 'calls') return []
  const label = content === 'tables' ? 'Tables' : 'File System'
  return [{ key: 'contents', label, disabled: !children || isDisabled, children }]
}

type ContentsProps = {
  readonly end: WorkflowEnd
  readonly choice: EndChoice
  readonly connectorId: string
}

/** Shows the content of the connector; selected folders are entered in the configuration. */
function Contents({ end, choice, connectorId }: ContentsProps) {
  const { values, setValues } = choice
  if (end.connection === 'DATABASE') return <TableTree connectorId={connectorId} />
  if (end.side === 'destination') {
    const { outputFolder } = values
    const selectedFolders = typeof outputFolder === 'string' ? [outputFolder] : []
    const select = (folders: readonly string[]) =>
      setValues({ ...values, outputFolder: folders.at(-1) ?? '' })
    return (
      <FileTree
        connectorId={connectorId}
        choice={{ purpose: 'Write to', selectedPaths: selectedFolders, onChange: select }}
      />
    )
  }
  const sourceFolders = foldersIn(values)
  return (
    <>
      <p>
        {sourceFolders.length === 0
          ? 'All folders are processed.'
          : `${sourceFolders.length} selected`}
      </p>
      <FileTree
        connectorId={connectorId}
        choice={{
          purpose: 'Process',
          selectedPaths: sourceFolders,
          onChange: (folders) => setValues({ ...values, folders }),
        }}
      />
    </>
  )
}

const foldersIn = ({ folders }: EndChoice['values']): readonly string[] =>
  Array.isArray(folders) ? folders.filter((folder) => typeof folder === 'string') : []
