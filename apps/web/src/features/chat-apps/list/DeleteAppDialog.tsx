import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import type { ChatApp } from '../chat-app.ts'
import { useDeleteChatApp } from '../chat-apps.queries.ts'

type Props = { readonly app: ChatApp; onClose(): void }

/** Asks for confirmation before deleting an app and all its conversations. */
export function DeleteAppDialog({ app, onClose }: Props) {
  const { mutateAsync: remove } = useDeleteChatApp()
  const alerts = useAlerts()

  async function handleConfirm() {
    await remove(app.id)
    alerts.success('App Deployment Deleted Successfully')
  }

  return (
    <ConfirmDialog
      isDestructive
      title="Are you sure want to delete?"
      okText="Delete"
      fallback="Failed to update"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {app.displayName} will be deleted, along with its documents, its canned questions and
      everyone’s chats. The workflow will be kept.
    </ConfirmDialog>
  )
}
