import { useRef } from 'react'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import type { ScriptKeyKind } from './key-kind.ts'
import type { ScriptKey } from './script-key.ts'

type AskProps<Key extends ScriptKey> = {
  readonly kind: ScriptKeyKind<Key>
  readonly apiKey: Key
  readonly onClose: () => void
}

type Made = { onMade(text: string): void }

/** Asks before another key takes the place of one, and hands it on. */
export function RotateKey<Key extends ScriptKey>(props: AskProps<Key> & Made) {
  const { kind, apiKey, onMade, onClose } = props
  const { mutateAsync: rotate } = kind.useRotate()
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
export function DeleteKey<Key extends ScriptKey>({ kind, apiKey, onClose }: AskProps<Key>) {
  const { mutateAsync: remove } = kind.useDelete()
  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${apiKey.name}?`}
      okText="Delete"
      fallback="Failed to delete the key"
      onConfirm={() => remove(apiKey.id)}
      onClose={onClose}
    >
      {kind.loss}
    </ConfirmDialog>
  )
}
