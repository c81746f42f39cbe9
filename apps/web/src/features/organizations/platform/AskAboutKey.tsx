import { useRef } from 'react'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import type { PlatformApiKey } from './platform-api-key.ts'
import { useDeletePlatformApiKey, useRotatePlatformApiKey } from './platform-api-keys.queries.ts'

type AskProps = { readonly apiKey: PlatformApiKey; readonly onClose: () => void }

/** Asks before another key takes the place of one, and hands it on. */
export function RotateKey({ apiKey, onMade, onClose }: AskProps & { onMade(text: string): void }) {
  const { mutateAsync: rotate } = useRotatePlatformApiKey()
  // Whoever closes the dialog reads it then.
  const made = useRef<string>(undefined)
  return (
    <ConfirmDialog
      title={`Rotate ${apiKey.name}?`}
      okText="Rotate"
      fallback="Failed to rotate the key"
      onConfirm={async () => {
        made.current = await rotate(apiKey.id)
      }}
      onClose={() => (made.current === undefined ? onClose() : onMade(made.current))}
    >
      Another key takes its place. Scripts that send the present one are refused from then on.
    </ConfirmDialog>
  )
}

/** Asks before a key goes. */
export function DeleteKey({ apiKey, onClose }: AskProps) {
  const { mutateAsync: remove } = useDeletePlatformApiKey()
  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${apiKey.name}?`}
      okText="Delete"
      fallback="Failed to delete the key"
      onConfirm={() => remove(apiKey.id)}
      onClose={onClose}
    >
      Scripts that send it are refused from then on. What it made passes to whoever made the key.
    </ConfirmDialog>
  )
}
