import { useRef } from 'react'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { DeleteDialog } from '../../../shared/feedback/DeleteDialog.tsx'
import type { ScriptKeyKind } from './key-kind.ts'
import type { ScriptKey } from './script-key.ts'

type KeyDialogProps<Key extends ScriptKey> = {
  readonly kind: ScriptKeyKind<Key>
  readonly apiKey: Key
  readonly onClose: () => void
}

type RotateKeyHandlers = { onCreated(text: string): void }

/** Asks for confirmation before rotating a key, and passes the new one on. */
export function RotateKey<Key extends ScriptKey>(props: KeyDialogProps<Key> & RotateKeyHandlers) {
  const { kind, apiKey, onCreated, onClose } = props
  const { mutateAsync: rotate } = kind.useRotate()
  // Read when the dialog is closed.
  const createdKey = useRef<string>(undefined)
  return (
    <ConfirmDialog
      title={`Rotate ${apiKey.name}?`}
      okText="Rotate"
      fallback="Failed to rotate the key"
      onConfirm={async () => {
        createdKey.current = await rotate(apiKey.id)
      }}
      onClose={() => (createdKey.current === undefined ? onClose() : onCreated(createdKey.current))}
    >
      A new key will replace the current one. Scripts that use the current key will lose access.
    </ConfirmDialog>
  )
}

/** Asks for confirmation before deleting a key. */
export function DeleteKey<Key extends ScriptKey>({ kind, apiKey, onClose }: KeyDialogProps<Key>) {
  const { mutateAsync: remove } = kind.useDelete()
  return (
    <DeleteDialog
      name={apiKey.name}
      fallback="Failed to delete the key"
      onDelete={() => remove(apiKey.id)}
      onClose={onClose}
    >
      {kind.loss}
    </DeleteDialog>
  )
}
