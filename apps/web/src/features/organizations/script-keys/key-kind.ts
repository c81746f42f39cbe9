import type { UseMutationResult, UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Refusal } from '../../../shared/api/refusal.ts'
import type { Column } from '../../../shared/table/DataTable.tsx'
import type { ScriptKey } from './script-key.ts'

export type KeyDialogProps<Key extends ScriptKey> = {
  /** The key to change; without one, the dialog creates a new one. */
  readonly apiKey?: Key
  /** Called with the new key in plain text. */
  onCreated(text: string): void
  onClose(): void
}

type KeySwitch = { readonly id: string; readonly isActive: boolean }

type KeySwitchMutation = {
  readonly isPending: boolean
  mutate(change: KeySwitch, callbacks: { onError(refusal: Refusal): void }): void
}

/** The differences between kinds of keys, whose pages are otherwise the same. */
export type ScriptKeyKind<Key extends ScriptKey> = {
  readonly title: string
  readonly description: string
  /** Label of the table for screen readers. */
  readonly label: string
  /** Explains what scripts use such a key for; shown while there is none. */
  readonly explanation: string
  /** Consequence of deleting a key. */
  readonly loss: string
  /** Column that shows what a key gives access to. */
  readonly column: Column<Key>
  readonly keys: UseQueryOptions<Key[], Refusal>
  readonly Dialog: ComponentType<KeyDialogProps<Key>>
  useSwitch(): KeySwitchMutation
  /** Rotates the key with the given id; resolves to the new key in plain text. */
  useRotate(): UseMutationResult<string, Refusal, string>
  /** Deletes the key with the given id. */
  useDelete(): UseMutationResult<unknown, Refusal, string>
}
