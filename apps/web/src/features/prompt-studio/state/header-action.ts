import type { ReactNode } from 'react'

/** An action of the header, shown as a button with words where there is room, and in a menu elsewhere. */
export type HeaderAction = {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  /** Says more than the label. */
  readonly hint?: string | undefined
  /** Reason why it cannot be used now. */
  readonly refusal?: string | undefined
  /** Whether what it controls is on. */
  readonly isOn?: boolean
  run(): void
  /** The dialog that it opens. */
  readonly dialog?: ReactNode
}
