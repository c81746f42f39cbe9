import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { pipelineSharing } from '@recto/contract/organizations/sharing'
import { listPipelines, type PipelineType } from '@recto/contract/pipelines/pipelines'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useDebounced } from '../../shared/browser/use-debounced.ts'
import { useCommands } from '../../shared/commands/commands.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { ShareDialog } from '../../shared/sharing/ShareDialog.tsx'
import { KeysDialog } from '../deployments/deployments.port.tsx'
import { RunsDialog } from '../executions/executions.port.tsx'
import { NotificationsDialog } from '../notifications/notifications.port.tsx'
import { DeletePipeline } from './DeletePipeline.tsx'
import type { RowDeed } from './list/deed.ts'
import { PipelineTable } from './list/PipelineTable.tsx'
import { PipelineDialog } from './PipelineDialog.tsx'
import { type Pipeline, words } from './pipeline.ts'
import { pipelineList } from './pipelines.queries.ts'
import './pipelines.css'

const SEARCH_REST_MS = 300

const descriptions: Record<PipelineType, string> = {
  ETL: 'Read the files of a folder or a bucket into a table, by hand or by a schedule',
  TASK: 'Read the files of a folder or a bucket into files, by hand or by a schedule',
}

type PipelineDialogState =
  | { readonly what: 'new' }
  | { readonly what: RowDeed; readonly pipeline: Pipeline }

/** Lists the pipelines of one type. */
export function PipelineListPage({ type }: { readonly type: PipelineType }) {
  const { one, many } = words[type]
  usePageTitle(many)
  const [openDialog, setOpenDialog] = useState<PipelineDialogState>()
  const [search, setSearch] = useState('')
  const startNew = () => setOpenDialog({ what: 'new' })
  useCommands([
    { id: 'new-pipeline', title: `New ${one}`, group: 'This page', shortcut: 'n', run: startNew },
  ])

  return (
    <div className="page">
      <PageHeader title={many} description={descriptions[type]}>
        <Input
          allowClear
          type="search"
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="Search by name"
          aria-label={`Search ${many}`}
          style={{ width: 220 }}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={startNew}>
          New {one}
        </Button>
      </PageHeader>
      <Pipelines type={type} search={useDebounced(search, SEARCH_REST_MS)} onOpen={setOpenDialog} />
      <OpenedDialog type={type} dialog={openDialog} onClose={() => setOpenDialog(undefined)} />
    </div>
  )
}

type ListProps = {
  readonly type: PipelineType
  readonly search: string
  onOpen(dialog: PipelineDialogState): void
}

function Pipelines({ type, search, onOpen }: ListProps) {
  const { data: pipelines, error, refetch } = useQuery(pipelineList(type))
  const { one, many } = words[type]

  if (error && !pipelines) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Error fetching pipelines" onRetry={retry} />
  }
  if (!pipelines) return <ListSkeleton />
  if (pipelines.length === 0) {
    return (
      <div className="sheet">
        <EmptyState
          title={`Currently you have no ${many}`}
          explanation={`${descriptions[type]}: make one of a workflow that goes from files to ${type === 'ETL' ? 'a database' : 'files'}.`}
        >
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => onOpen({ what: 'new' })}
          >
            New {one}
          </Button>
        </EmptyState>
      </div>
    )
  }
  const query = search.trim().toLowerCase()
  return (
    <PipelineTable
      label={many}
      pipelines={pipelines.filter((pipeline) => pipeline.name.toLowerCase().includes(query))}
      search={search}
      onOpen={(action, pipeline) => onOpen({ what: action, pipeline })}
    />
  )
}

type DialogProps = {
  readonly type: PipelineType
  readonly dialog: PipelineDialogState | undefined
  readonly onClose: () => void
}

function OpenedDialog({ type, dialog, onClose }: DialogProps) {
  if (!dialog) return null
  if (dialog.what === 'new') return <PipelineDialog type={type} onClose={onClose} />
  const { pipeline } = dialog
  const { id, name } = pipeline
  switch (dialog.what) {
    case 'edit':
      return <PipelineDialog type={type} pipeline={pipeline} onClose={onClose} />
    case 'keys':
      return <KeysDialog kind="pipeline" deployment={{ id, displayName: name }} onClose={onClose} />
    case 'notifications':
      return <NotificationsDialog owner={{ kind: 'pipeline', id, name }} onClose={onClose} />
    case 'runs':
      return <RunsDialog of={pipeline} entity={type} onClose={onClose} />
    case 'share':
      return (
        <ShareDialog
          isOpenToAll
          id={id}
          name={name}
          endpoints={pipelineSharing}
          lists={[listPipelines]}
          onClose={onClose}
        />
      )
    case 'delete':
      return <DeletePipeline pipeline={pipeline} onClose={onClose} />
  }
}
