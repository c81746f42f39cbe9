import { listDeployments } from '@recto/contract/deployments/deployments'
import { deploymentSharing } from '@recto/contract/organizations/sharing'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListPage } from '../../shared/list/ListPage.tsx'
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

type DeploymentDialogState =
  | { readonly action: 'new' }
  | { readonly action: DeploymentAction; readonly deployment: Deployment }

/** Lists the workflows that are deployed as an API. */
export function DeploymentListPage() {
  const [openDialog, setOpenDialog] = useState<DeploymentDialogState>()
  return (
    <>
      <ListPage
        title="API Deployments"
        description="Deploy a workflow as an API with its own key"
        list={useQuery(deploymentList)}
        failureText="Error fetching API deployments"
        search={{ label: 'Search API deployments', textOf: ({ displayName }) => displayName }}
        create={{
          id: 'new-deployment',
          label: 'New API Deployment',
          onStart: () => setOpenDialog({ action: 'new' }),
        }}
        empty={{
          title: 'Currently you have no API Deployments',
          explanation:
            'Deploy a workflow whose source and destination are both API. Programs can then send it documents and receive the extracted values.',
        }}
      >
        {(deployments, emptyText) => (
          <DeploymentTable
            deployments={deployments}
            emptyText={emptyText}
            onOpen={(action, deployment) => setOpenDialog({ action, deployment })}
          />
        )}
      </ListPage>
      <OpenDialog state={openDialog} onClose={() => setOpenDialog(undefined)} />
    </>
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
      namesPeopleWhenOpen
      id={id}
      name={displayName}
      noun="deployment"
      endpoints={deploymentSharing}
      lists={[listDeployments]}
      onClose={onClose}
    />
  )
}
