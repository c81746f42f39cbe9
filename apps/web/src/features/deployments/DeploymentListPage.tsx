import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { listDeployments } from '@recto/contract/deployments/deployments'
import { deploymentSharing } from '@recto/contract/organizations/sharing'
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
import { RunsDialog } from '../executions/executions.port.tsx'
import { NotificationsDialog } from '../notifications/notifications.port.tsx'
import { DeleteDeployment } from './DeleteDeployment.tsx'
import { DeploymentDialog } from './DeploymentDialog.tsx'
import type { Deployment, DeploymentAction } from './deployment.ts'
import { deploymentList } from './deployments.queries.ts'
import { KeysDialog } from './keys/KeysDialog.tsx'
import { DeploymentTable } from './list/DeploymentTable.tsx'
import { SnippetsDialog } from './snippets/SnippetsDialog.tsx'
import './deployments.css'

const SEARCH_DEBOUNCE_MS = 300

type DeploymentDialogState =
  | { readonly action: 'new' }
  | { readonly action: DeploymentAction; readonly deployment: Deployment }

/** Lists the workflows that are deployed as an API. */
export function DeploymentListPage() {
  usePageTitle('API Deployments')
  const [openDialog, setOpenDialog] = useState<DeploymentDialogState>()
  const [search, setSearch] = useState('')
  const startNew = () => setOpenDialog({ action: 'new' })
  useCommands([
    {
      id: 'new-deployment',
      title: 'New API Deployment',
      group: 'This page',
      shortcut: 'n',
      run: startNew,
    },
  ])

  return (
    <div className="page">
      <PageHeader
        title="API Deployments"
        description="Deploy a workflow as an API with its own key"
      >
        <Input
          allowClear
          type="search"
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="Search by name"
          aria-label="Search API deployments"
          style={{ width: 220 }}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={startNew}>
          New API Deployment
        </Button>
      </PageHeader>
      <Deployments search={useDebounced(search, SEARCH_DEBOUNCE_MS)} onOpen={setOpenDialog} />
      <OpenDialog state={openDialog} onClose={() => setOpenDialog(undefined)} />
    </div>
  )
}

type DeploymentsProps = {
  readonly search: string
  onOpen(dialog: DeploymentDialogState): void
}

function Deployments({ search, onOpen }: DeploymentsProps) {
  const { data: deployments, error, refetch } = useQuery(deploymentList)

  if (error && !deployments) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Error fetching API deployments" onRetry={retry} />
  }
  if (!deployments) return <ListSkeleton />
  if (deployments.length === 0) {
    return (
      <div className="sheet">
        <EmptyState
          title="Currently you have no API Deployments"
          explanation="Deploy a workflow whose source and destination are both API. Programs can then send it documents and receive the extracted values."
        >
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => onOpen({ action: 'new' })}
          >
            New API Deployment
          </Button>
        </EmptyState>
      </div>
    )
  }

  const normalizedSearch = search.trim().toLowerCase()
  return (
    <DeploymentTable
      deployments={deployments.filter((deployment) =>
        deployment.displayName.toLowerCase().includes(normalizedSearch),
      )}
      search={search}
      onOpen={(action, deployment) => onOpen({ action, deployment })}
    />
  )
}

type DeploymentProps = { readonly deployment: Deployment; readonly onClose: () => void }

function DeploymentRuns({ deployment: { id, displayName: name }, onClose }: DeploymentProps) {
  return <RunsDialog owner={{ id, name }} entity="API" onClose={onClose} />
}

function DeploymentNotifications({
  deployment: { id, displayName: name },
  onClose,
}: DeploymentProps) {
  return <NotificationsDialog owner={{ kind: 'api', id, name }} onClose={onClose} />
}

type DialogProps = {
  readonly state: DeploymentDialogState | undefined
  readonly onClose: () => void
}

const dialogs = {
  edit: DeploymentDialog,
  keys: KeysDialog,
  snippets: SnippetsDialog,
  share: ShareDeployment,
  delete: DeleteDeployment,
  runs: DeploymentRuns,
  notifications: DeploymentNotifications,
} satisfies Record<DeploymentAction, unknown>

function OpenDialog({ state, onClose }: DialogProps) {
  if (!state) return null
  if (state.action === 'new') return <DeploymentDialog onClose={onClose} />
  const Dialog = dialogs[state.action]
  return <Dialog deployment={state.deployment} onClose={onClose} />
}

type ShareProps = { readonly deployment: Deployment; readonly onClose: () => void }

function ShareDeployment({ deployment: { id, displayName }, onClose }: ShareProps) {
  return (
    <ShareDialog
      isOpenToAll
      id={id}
      name={displayName}
      noun="deployment"
      endpoints={deploymentSharing}
      lists={[listDeployments]}
      onClose={onClose}
    />
  )
}
