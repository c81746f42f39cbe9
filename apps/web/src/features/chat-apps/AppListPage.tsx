import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useCommands } from '../../shared/commands/commands.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { isReviewOnly, useSignedIn } from '../../shared/session/signed-in.ts'
import type { AppAction, ChatApp } from './chat-app.ts'
import { chatAppList } from './chat-apps.queries.ts'
import { AppDialog } from './list/AppDialog.tsx'
import { AppTable, type AppTableProps } from './list/AppTable.tsx'
import { DeleteAppDialog } from './list/DeleteAppDialog.tsx'
import { ShareAppDialog } from './list/ShareAppDialog.tsx'
import { NoAppsPage } from './NoAppsPage.tsx'
import './chat-apps.css'

/** Lists the chat apps of the organization, if apps are enabled. */
export function AppListPage() {
  const { flags } = useSignedIn()
  return flags.app_deployment === true ? <Apps /> : <NoAppsPage />
}

type AppDialogState =
  | { readonly action: 'new' }
  | { readonly action: AppAction; readonly app: ChatApp }

function Apps() {
  usePageTitle('App Deployments')
  const [openDialog, setOpenDialog] = useState<AppDialogState>()
  const startNew = () => setOpenDialog({ action: 'new' })
  const signedIn = useSignedIn()
  const refusal = isReviewOnly(signedIn) ? 'Reviewers can only ask questions' : undefined
  useCommands(
    refusal === undefined
      ? [
          {
            id: 'new-app',
            title: 'New App Deployment',
            group: 'This page',
            shortcut: 'n',
            run: startNew,
          },
        ]
      : [],
  )
  const add = refusal === undefined && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={startNew}>
      New App Deployment
    </Button>
  )

  return (
    <div className="page">
      <PageHeader
        title="App Deployments"
        description="Ask questions about the documents of a workflow"
      >
        {add}
      </PageHeader>
      <AppList
        refusal={refusal}
        add={add}
        onOpen={(action, app) => setOpenDialog({ action, app })}
      />
      {openDialog && <OpenDialog dialog={openDialog} onClose={() => setOpenDialog(undefined)} />}
    </div>
  )
}

type ListProps = Pick<AppTableProps, 'refusal' | 'onOpen'> & {
  readonly add: ReactNode
}

function AppList({ refusal, add, onOpen }: ListProps) {
  const { data: apps, error, refetch } = useQuery(chatAppList)
  if (error && !apps) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to update" onRetry={retry} />
  }
  if (!apps) return <ListSkeleton />
  if (apps.length === 0) {
    return (
      <div className="sheet">
        <EmptyState
          title="Currently you have no App Deployments"
          explanation="Create an app from a workflow whose destination is “App Deployment”. Everyone in the organization can then ask questions about its documents."
        >
          {add}
        </EmptyState>
      </div>
    )
  }
  return <AppTable apps={apps} refusal={refusal} onOpen={onOpen} />
}

type DialogProps = { readonly dialog: AppDialogState; onClose(): void }

const dialogs = {
  edit: AppDialog,
  share: ShareAppDialog,
  delete: DeleteAppDialog,
} satisfies Record<AppAction, unknown>

function OpenDialog({ dialog, onClose }: DialogProps) {
  if (dialog.action === 'new') return <AppDialog onClose={onClose} />
  const Dialog = dialogs[dialog.action]
  return <Dialog app={dialog.app} onClose={onClose} />
}
