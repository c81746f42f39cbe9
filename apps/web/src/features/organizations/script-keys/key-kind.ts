import type { UseMutationResult, UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Refusal } from '../../../shared/api/refusal.ts'
import type { Column } from '../../../shared/table/DataTable.tsx'
import type { ScriptKey } from './script-key.ts'

export type KeyDialogProps<Key extends ScriptKey> = {
  /** The key to change; without one the dialog makes a new one. */
  readonly apiKey?: Key
  /** Told the key in clear. */
  onMade(text: string): void
  onClose(): void
}

type Switched = { readonly id: string; readonly isActive: boolean }

type Switching = {
  readonly isPending: boolean
  mutate(wanted: Switched, then: { onError(refusal: Refusal): void }): void
}

/** What one kind of keys has of its own; all else is the same on the page of each. */
export type ScriptKeyKind<Key extends ScriptKey> = {
  readonly title: string
  readonly description: string
  /** What the table lists, for screen readers. */
  readonly label: string
  /** What a script does with one, while there is none. */
  readonly explanation: string
  /** What follows when one is deleted. */
  readonly loss: string
  /** Says what a key opens. */
  readonly column: Column<Key>
  readonly keys: UseQueryOptions<Key[], Refusal>
  readonly Dialog: ComponentType<KeyDialogProps<Key>>
  useSwitch(): Switching
  /** By its id; resolves to the new key in clear. */
  useRotate(): UseMutationResult<string, Refusal, string>
  /** By its id. */
  useDelete(): UseMutationResult<unknown, Refusal, string>
}
