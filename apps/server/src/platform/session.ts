import type { Actor, RequestPlace } from './context.ts'

/** The session of a signed-in browser. */
export type Session = {
  /** Hash of the session cookie; the cookie itself is never stored. */
  readonly tokenHash: string
  /** Public id, shown in the owner's list of sessions. */
  readonly id: string
  readonly csrfToken: string
  readonly logEventsId: string
  readonly user: { readonly id: number; readonly username: string; readonly email: string }
  /** Administers the installation, for example creates organizations. */
  readonly isPlatformAdmin: boolean
  /** Name of the organization from which the user was just removed. */
  readonly leftOrganization: string | null
  /** Name of the platform API key that is used instead of a cookie. */
  readonly keyName?: string
  /** The place that the current request comes from; absent where no request is behind it. */
  readonly place?: RequestPlace
  /** It says what the sign-in has proved. Absent for a key. */
  readonly proof?: 'password' | 'second-factor' | 'identity-provider'
  /** Set if the chosen organization is closed to the user until they have a second factor. */
  readonly needsSecondFactor?: boolean
  /** Null until an organization is chosen in this session, and while it is closed to the user. */
  readonly actor: Actor | null
}
