import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { pipelineSharing } from '@recto/contract/organizations/sharing'
import { listPipelines, type PipelineType } from '@recto/contract/pipelines/pipelines'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useDebounced } from '../../shared/browser/use-debounced.ts'
import { useCommands } from '../../shared/commands/commands.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { ShareDialog } from '../../shared/sharing/ShareDialog.tsx'
import { type DeployedAction, KeysDialog } from '../deployments/deployments.port.tsx'
import { RunsDialog } from '../executions/executions.port.tsx'
import { NotificationsDialog } from '../notifications/notifications.port.tsx'
import { DeletePipeline } from './DeletePipeline.tsx'
import { SetUpPipeline } from './guide/SetUpPipeline.tsx'
import { UnfinishedDrafts } from './guide/UnfinishedDrafts.tsx'
import { PipelineTable } from './list/PipelineTable.tsx'
import { PipelineDialog } from './PipelineDialog.tsx'
import { type Pipeline, texts } from './pipeline.ts'
import { pipelineList } from './pipelines.queries.ts'

const SEARCH_DEBOUNCE_MS = 300

const descriptions: Record<PipelineType, string> = {
  ETL: 'Process the files of a folder or bucket and write the results to a database, manually or on a schedule',
  TASK: 'Process the files of a folder or bucket and write the results to files, manually or on a schedule',
}

const connections: Record<PipelineType, string> = {
  ETL: 'a file system as its source and a database as its destination',
  TASK: 'a file system as both its source and its destination',
}

type PipelineDialogState =
  | { readonly action: 'new' }
  | { readonly action: DeployedAction; readonly pipeline: Pipeline }

/** Lists the pipelines of one type. */
export function PipelineListPage({ type }: { readonly type: PipelineType }) {
  const { singular, plural } = texts[type]
  usePageTitle(plural)
  const [openDialog, setOpenDialog] = useState<PipelineDialogState>()
  const [search, setSearch] = useState('')
  const navigate = useNavigate()
  const to = usePaths()
  const startNew = () => setOpenDialog({ action: 'new' })
  useCommands([
    {
      id: 'new-pipeline',
      title: `New ${singular}`,
      group: 'This page',
      shortcut: 'n',
      run: startNew,
    },
    {
      id: 'set-up-pipeline',
      title: 'Set up a pipeline',
      group: 'This page',
      run: () => void navigate({ to: to.newPipeline() }),
    },
  ])

  return (
    <div className="page">
      <PageHeader title={plural} description={descriptions[type]}>
        <Input
          allowClear
          type="search"
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="Search by name"
          aria-label={`Search ${plural}`}
          style={{ width: 220 }}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={startNew}>
          New {singular}
        </Button>
        <SetUpPipeline />
      </PageHeader>
      <UnfinishedDrafts />
      <Pipelines
        type={type}
        search={useDebounced(search, SEARCH_DEBOUNCE_MS)}
        onOpen={setOpenDialog}
      />
      <OpenDialog type={type} dialog={openDialog} onClose={() => setOpenDialog(undefined)} />
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
  const { singular, plural } = texts[type]

  if (error && !pipelines) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Error fetching pipelines" onRetry={retry} />
  }
  if (!pipelines) return <ListSkeleton />
  if (pipelines.length === 0) {
    return (
      <div className="sheet">
        <EmptyState
          title={`Currently you have no ${plural}`}
          explanation={`${descriptions[type]}. Set one up on one page, or create one from a workflow that has ${connections[type]}.`}
        >
          <SetUpPipeline />
          <Button
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => onOpen({ action: 'new' })}
          >
            New {singular}
          </Button>
        </EmptyState>
      </div>
    )
  }
  const query = search.trim().toLowerCase()
  return (
    <PipelineTable
      label={plural}
      pipelines={pipelines.filter((pipeline) => pipeline.name.toLowerCase().includes(query))}
      search={search}
      onOpen={(action, pipeline) => onOpen({ action, pipeline })}
    />
  )
}

type DialogProps = {
  readonly type: PipelineType
  readonly dialog: PipelineDialogState | undefined
  readonly onClose: () => void
}

function OpenDialog({ type, dialog, onClose }: DialogProps) {
  if (!dialog) return null
  if (dialog.action === 'new') return <PipelineDialog type={type} onClose={onClose} />
  const { pipeline } = dialog
  const { id, name } = pipeline
  switch (dialog.action) {
    case 'edit':
      return <PipelineDialog type={type} pipeline={pipeline} onClose={onClose} />
    case 'keys':
      return <KeysDialog kind="pipeline" deployment={{ id, displayName: name }} onClose={onClose} />
    case 'notifications':
      return <NotificationsDialog owner={{ kind: 'pipeline', id, name }} onClose={onClose} />
    case 'runs':
      return <RunsDialog owner={pipeline} entity={type} onClose={onClose} />
    case 'share':
      return (
        <ShareDialog
          isOpenToAll
          id={id}
          name={name}
          noun="pipeline"
          endpoints={pipelineSharing}
          lists={[listPipelines]}
          onClose={onClose}
        />
      )
    case 'delete':
      return <DeletePipeline pipeline={pipeline} onClose={onClose} />
  }
}

/** The key gives each type a separate page, so that search and dialogs are not carried over. */
export function EtlRoute() {
  return <PipelineListPage key="ETL" type="ETL" />
}

export function TaskRoute() {
  return <PipelineListPage key="TASK" type="TASK" />
}
