import type { Actor } from './context.ts'

/** A signed-in browser, as the gate found it. */
export type Session = {
  /** Hash of the cookie; the cookie itself is nowhere stored. */
  readonly tokenHash: string
  /** Names it where its owner sees it. */
  readonly id: string
  readonly csrfToken: string
  readonly logEventsId: string
  readonly user: { readonly id: number; readonly username: string; readonly email: string }
  /** Looks after the installation: makes organizations for others. */
  readonly isPlatformAdmin: boolean
  /** Name of the organization that the user was just taken out of. */
  readonly leftOrganization: string | null
  /** Absent until an organization was set in this session. */
  readonly actor: Actor | null
}
