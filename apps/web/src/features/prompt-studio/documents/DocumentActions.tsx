import { DeleteOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Tag, Tooltip } from 'antd'
import type { PromptDocument } from '../document.ts'
import { useIsRunning } from '../runs/runs.tsx'
import { useEditor } from '../state/editor-context.ts'
import { type IndexState, useIndexing } from './indexing.tsx'

type Props = { readonly document: PromptDocument; onDelete(): void }

export function DocumentActions({ document, onDelete }: Props) {
  const { profiles } = useEditor()
  const { states, index } = useIndexing()
  const state = states.get(document.id)
  const isIndexing = state?.kind === 'running'
  const isRunning = useIsRunning()
  const hasProfile = profiles.some(({ isDefault }) => isDefault)

  return (
    <span className="document-actions">
      <Tooltip title={hasProfile ? 'Read the document anew' : 'Choose a default LLM profile first'}>
        <Button
          size="small"
          aria-label={`Index ${document.name}`}
          icon={<ReloadOutlined />}
          loading={isIndexing}
          disabled={isRunning || !hasProfile}
          onClick={() => index(document)}
        />
      </Tooltip>
      <Tooltip title="Delete">
        <Button
          size="small"
          aria-label={`Delete ${document.name}`}
          icon={<DeleteOutlined />}
          disabled={isRunning || isIndexing}
          onClick={onDelete}
        />
      </Tooltip>
      {state && <IndexTag state={state} />}
    </span>
  )
}

function IndexTag({ state }: { readonly state: IndexState }) {
  if (state.kind === 'running') return <Tag color="processing">Reading the document</Tag>
  if (state.kind === 'done') return <Tag color="success">Indexed</Tag>
  return (
    <Tooltip title={state.reason}>
      <Tag color="error" className="index-tag">
        {state.reason}
      </Tag>
    </Tooltip>
  )
}
