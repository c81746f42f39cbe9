import { DeleteOutlined, LoadingOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Tag, Tooltip } from 'antd'
import type { PromptDocument } from '../document.ts'
import { useIsRunning } from '../runs/runs.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import { type IndexState, useIndexing } from './indexing.tsx'

type Props = { readonly document: PromptDocument; onDelete(): void }

export function DocumentActions({ document, onDelete }: Props) {
  const { states, refusal, isBusy: isAnyIndexing, index } = useIndexing()
  const state = states.get(document.id)
  const isIndexing = state?.kind === 'running'
  const isBlocked = useIsRunning() || isAnyIndexing

  return (
    <span className="document-actions">
      <Tooltip title={refusal ?? 'Re-index document'}>
        <Button
          size="small"
          aria-label={`Index ${document.name}`}
          icon={isIndexing ? <LoadingOutlined /> : <ReloadOutlined />}
          // Stays clickable, so that clicking it explains why nothing happens.
          aria-disabled={isIndexing}
          disabled={(isBlocked && !isIndexing) || refusal !== undefined}
          onClick={() => index(document)}
        />
      </Tooltip>
      <DownloadMenu document={document} />
      <Tooltip title="Delete">
        <Button
          size="small"
          aria-label={`Delete ${document.name}`}
          icon={<DeleteOutlined />}
          disabled={isBlocked}
          onClick={onDelete}
        />
      </Tooltip>
      {state && <IndexTag state={state} />}
    </span>
  )
}

const defaultLabels = { running: 'Indexing', done: 'Indexed' } as const
const colors = { running: 'processing', done: 'success' } as const

/** Shows the latest message about the indexing. */
function IndexTag({ state }: { readonly state: IndexState }) {
  const { kind } = state
  const label = kind === 'failed' ? state.reason : (state.news?.message ?? defaultLabels[kind])
  return (
    <Tooltip title={label}>
      <Tag
        color={kind === 'failed' || state.news?.isBad ? 'error' : colors[kind]}
        className="index-tag"
      >
        {label}
      </Tag>
    </Tooltip>
  )
}
