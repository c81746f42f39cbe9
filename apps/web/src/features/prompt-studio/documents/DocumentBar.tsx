import { FileTextOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Select, Tooltip } from 'antd'
import { useCommands } from '../../../shared/commands/commands.ts'
import type { PromptOutput } from '../output.ts'
import { useIsRunning } from '../runs/runs.tsx'
import { useEditor } from '../state/editor-context.ts'
import { useIsReadOnly } from '../state/page-context.ts'
import { ConfidenceTag } from './ConfidenceTag.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import { useSelectDocument } from './use-select-document.ts'

type Props = { readonly outputs: readonly PromptOutput[]; onManage(): void }

/** Toolbar for choosing a document. */
export function DocumentBar({ outputs, onManage }: Props) {
  const { project, documents, document } = useEditor()
  const select = useSelectDocument()
  const isRunning = useIsRunning()
  const isReadOnly = useIsReadOnly()
  const index = documents.findIndex(({ id }) => id === document?.id)
  const previous = documents[index - 1]
  const next = documents[index + 1]
  const goTo = (target: typeof next) => target && select(target.id)
  const group = 'This project'
  const command = (id: string, title: string, shortcut: string, run: () => unknown) => ({
    id,
    title,
    group,
    shortcut,
    run,
  })
  useCommands([
    command('previous-document', 'Previous document', 'arrowleft', () => goTo(previous)),
    command('next-document', 'Next document', 'arrowright', () => goTo(next)),
    command('manage-documents', 'Manage documents', 'd', onManage),
  ])

  return (
    <div className="document-bar">
      {documents.length > 0 ? (
        <Select
          className="document-select"
          variant="borderless"
          aria-label="Document"
          prefix={<FileTextOutlined aria-hidden="true" />}
          popupMatchSelectWidth={false}
          disabled={isRunning}
          showSearch={{ optionFilterProp: 'label' }}
          value={document?.id ?? null}
          options={documents.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => id && select(id)}
        />
      ) : (
        <span className="document-select faint">No documents yet</span>
      )}
      {project.enableHighlight && <ConfidenceTag outputs={outputs} />}
      {documents.length > 1 && (
        <span className="document-count">
          {index + 1} of {documents.length}
        </span>
      )}
      <Tooltip title="Previous document (←)">
        <Button
          type="text"
          size="small"
          aria-label="Previous document"
          icon={<LeftOutlined />}
          disabled={!previous || isRunning}
          onClick={() => goTo(previous)}
        />
      </Tooltip>
      <Tooltip title="Next document (→)">
        <Button
          type="text"
          size="small"
          aria-label="Next document"
          icon={<RightOutlined />}
          disabled={!next || isRunning}
          onClick={() => goTo(next)}
        />
      </Tooltip>
      {document && !isReadOnly && <DownloadMenu document={document} type="text" />}
      <Button size="small" disabled={isReadOnly} onClick={onManage}>
        Manage Documents
      </Button>
    </div>
  )
}
