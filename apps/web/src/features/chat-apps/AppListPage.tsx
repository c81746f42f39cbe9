import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { isReviewOnly, useSignedIn } from '../../shared/session/signed-in.ts'
import type { AppAction, ChatApp } from './chat-app.ts'
import { chatAppList } from './chat-apps.queries.ts'
import { AppDialog } from './list/AppDialog.tsx'
import { AppTable } from './list/AppTable.tsx'
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
  const [openDialog, setOpenDialog] = useState<AppDialogState>()
  const signedIn = useSignedIn()
  const refusal = isReviewOnly(signedIn) ? 'Reviewers can only ask questions' : undefined
  const creation = {
    id: 'new-app',
    label: 'New App Deployment',
    onStart: () => setOpenDialog({ action: 'new' }),
  }
  return (
    <>
      <ListPage
        title="App Deployments"
        description="Ask questions about the documents of a workflow"
        list={useQuery(chatAppList)}
        failureText="Failed to update"
        create={refusal === undefined ? creation : undefined}
        empty={{
          title: 'Currently you have no App Deployments',
          explanation:
            'Create an app from a workflow whose destination is “App Deployment”. Everyone in the organization can then ask questions about its documents.',
        }}
      >
        {(apps) => (
          <AppTable
            apps={apps}
            refusal={refusal}
            onOpen={(action, app) => setOpenDialog({ action, app })}
          />
        )}
      </ListPage>
      {openDialog && <OpenDialog dialog={openDialog} onClose={() => setOpenDialog(undefined)} />}
    </>
  )
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
