import { omitUndefined } from '@recto/omit-undefined'
import type { ReactNode } from 'react'
import { useAlerts } from './alerts.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Props = {
  readonly name: string
  /** It says what is lost, and what is kept. */
  readonly children: ReactNode
  /** Error message if the server gives no reason. */
  readonly fallback?: string
  /** Error message before the reason of the server. */
  readonly failureText?: string
  /** Message once it is deleted. */
  readonly successText?: string
  /** If it fails, for example because it is in use, the dialog stays open and shows the reason. */
  onDelete(): Promise<unknown>
  onClose(): void
}

/** Asks for confirmation before something is deleted. Mount it to open it. */
export function DeleteDialog(props: Props) {
  const { name, children, fallback, failureText, successText, onDelete, onClose } = props
  const alerts = useAlerts()

  async function handleConfirm() {
    await onDelete()
    if (successText) alerts.success(successText)
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${name}?`}
      okText="Delete"
      {...omitUndefined({ fallback, failureText })}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
