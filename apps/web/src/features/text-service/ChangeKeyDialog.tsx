import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { maskKey, type TextKey } from './text-key.ts'
import { useDeleteKey, useRotateKey } from './text-service.queries.ts'

export type KeyChange = { readonly action: 'rotate' | 'delete'; readonly key: TextKey }

/** Asks for confirmation before a change that locks programs out. */
export function ChangeKeyDialog({
  change: { action, key },
  onClose,
}: {
  readonly change: KeyChange
  onClose(): void
}) {
  const alerts = useAlerts()
  const rotate = useRotateKey()
  const remove = useDeleteKey()
  if (action === 'rotate') {
    return (
      <ConfirmDialog
        title={`Rotate key ${maskKey(key.key)}?`}
        okText="Rotate"
        fallback="Failed to rotate API Key"
        onConfirm={async () => {
          await rotate.mutateAsync(key.key)
          alerts.success('API Key rotated successfully')
        }}
        onClose={onClose}
      >
        The key will be replaced with a new one. Programs that send the old key will be rejected
        immediately. Documents that are already being processed are not affected.
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      title={`Delete key ${maskKey(key.key)}?`}
      okText="Delete"
      isDestructive
      fallback="Failed to delete API Key"
      onConfirm={() => remove.mutateAsync(key.id)}
      onClose={onClose}
    >
      Programs that send this key will be rejected immediately. Its past usage will still be shown.
    </ConfirmDialog>
  )
}
