import type { OwnSessionReply } from '@recto/contract/organizations/own-account'
import { toWireNames } from '../../shared/api/wire-names.ts'

/** A browser in which the user is signed in. */
export type OwnSession = {
  readonly id: string
  readonly startedAt: string
  readonly seenAt: string
  readonly address: string
  /** The browser's user agent. */
  readonly browser: string
  /** Whether it is the current session. */
  readonly isCurrent: boolean
}

export const sessionFromWire = (wire: OwnSessionReply): OwnSession => ({
  id: wire.id,
  startedAt: wire.created_at,
  seenAt: wire.seen_at,
  address: wire.address,
  browser: wire.browser,
  isCurrent: wire.is_current,
})

export type PasswordChange = { readonly current: string; readonly next: string }

export const passwordNames = { current: 'current_password', next: 'new_password' } as const

export const passwordChangeToWire = (change: PasswordChange) => ({
  body: toWireNames(change, passwordNames),
})
