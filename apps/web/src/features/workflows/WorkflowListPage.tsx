import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { workflowSharing } from '@recto/contract/organizations/sharing'
import { listWorkflows } from '@recto/contract/workflows/workflows'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useDebounced } from '../../shared/browser/use-debounced.ts'
import { useCommands } from '../../shared/commands/commands.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import {
  oneOf,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { ShareDialog } from '../../shared/sharing/ShareDialog.tsx'
import { DeleteWorkflow } from './list/DeleteWorkflow.tsx'
import { NewWorkflow } from './list/NewWorkflow.tsx'
import { WorkflowDialog } from './list/WorkflowDialog.tsx'
import { WorkflowTable } from './list/WorkflowTable.tsx'
import type { Workflow } from './workflow.ts'
import { workflowList } from './workflows.queries.ts'
import './workflows.css'

const SEARCH_DEBOUNCE_MS = 300

const owners = ['mine', 'all'] as const
type Owner = (typeof owners)[number]

type WorkflowDialogState =
  | { readonly action: 'new' }
  | { readonly action: 'edit' | 'share' | 'delete'; readonly workflow: Workflow }

/** Lists the workflows of the user, or of everyone in the organization. */
export function WorkflowListPage() {
  usePageTitle('Workflows')
  const [openDialog, setOpenDialog] = useState<WorkflowDialogState>()
  const [search, setSearch] = useState('')
  const owner = oneOf(owners, useAddressSearch().owner)
  const change = useChangeAddressSearch()
  const startNew = () => setOpenDialog({ action: 'new' })
  const close = () => setOpenDialog(undefined)
  useCommands([
    { id: 'new-workflow', title: 'New Workflow', group: 'This page', shortcut: 'n', run: startNew },
  ])

  return (
    <div className="page">
      <PageHeader
        title="Workflows"
        description="Build no-code data workflows for unstructured data"
      >
        <Segmented<Owner>
          aria-label="Filter by owner"
          value={owner}
          options={[
            { value: 'mine', label: 'My Workflows' },
            { value: 'all', label: 'Organization Workflows' },
          ]}
          onChange={(next) => change({ owner: next === 'mine' ? undefined : next })}
        />
        <Input
          allowClear
          type="search"
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="Search"
          aria-label="Search workflows"
          style={{ flex: '1 1 120px', maxWidth: 220 }}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={startNew}>
          New Workflow
        </Button>
      </PageHeader>
      <Workflows
        owner={owner}
        search={useDebounced(search, SEARCH_DEBOUNCE_MS)}
        onOpen={setOpenDialog}
        onShowAll={() => change({ owner: 'all' })}
      />
      {openDialog?.action === 'new' && <NewWorkflow onClose={close} />}
      {openDialog?.action === 'edit' && (
        <WorkflowDialog workflow={openDialog.workflow} onClose={close} />
      )}
      {openDialog?.action === 'share' && (
        <ShareDialog
          isOpenToAll
          id={openDialog.workflow.id}
          name={openDialog.workflow.name}
          noun="workflow"
          endpoints={workflowSharing}
          lists={[listWorkflows]}
          onClose={close}
        />
      )}
      {openDialog?.action === 'delete' && (
        <DeleteWorkflow workflow={openDialog.workflow} onClose={close} />
      )}
    </div>
  )
}

type WorkflowsProps = {
  readonly owner: Owner
  readonly search: string
  onOpen(dialog: WorkflowDialogState): void
  onShowAll(): void
}

function Workflows({ owner, search, onOpen, onShowAll }: WorkflowsProps) {
  const { user } = useSignedIn()
  const query = workflowList(owner === 'mine' ? user.id : undefined)
  const { data: workflows, error, refetch } = useQuery(query)

  if (error && !workflows) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Unable to get workflow list." onRetry={retry} />
  }
  if (!workflows) return <ListSkeleton />
  if (workflows.length === 0) {
    return (
      <NoWorkflows owner={owner} onNew={() => onOpen({ action: 'new' })} onShowAll={onShowAll} />
    )
  }

  const normalizedSearch = search.trim().toLowerCase()
  return (
    <WorkflowTable
      workflows={workflows.filter((workflow) =>
        workflow.name.toLowerCase().includes(normalizedSearch),
      )}
      search={search}
      onEdit={(workflow) => onOpen({ action: 'edit', workflow })}
      onShare={(workflow) => onOpen({ action: 'share', workflow })}
      onDelete={(workflow) => onOpen({ action: 'delete', workflow })}
    />
  )
}

type NoWorkflowsProps = { readonly owner: Owner; onNew(): void; onShowAll(): void }

function NoWorkflows({ owner, onNew, onShowAll }: NoWorkflowsProps) {
  return (
    <div className="sheet">
      <EmptyState
        title={owner === 'mine' ? 'You have no workflows yet' : 'There are no workflows yet'}
        explanation="A workflow takes files from a source, processes them with a tool created in Prompt Studio, and delivers the values to a destination."
      >
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={onNew}>
          New Workflow
        </Button>
        <Link to={usePaths().newPipeline()}>Set up a pipeline on one page</Link>
        {owner === 'mine' && <Button onClick={onShowAll}>See organization workflows</Button>}
      </EmptyState>
    </div>
  )
}
