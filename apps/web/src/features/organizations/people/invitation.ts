import type { listInvitations } from '@recto/contract/organizations/invitations'
import type { EndpointReply } from '@recto/contract/wire/endpoint'

/** An invitation that can still be accepted. */
export type PendingInvitation = {
  readonly id: string
  readonly email: string
  /** Name of the role, as in `roles`. */
  readonly role: string
  readonly createdAt: string
  readonly expiresAt: string
}

export const invitationFromWire = (
  wire: EndpointReply<typeof listInvitations>['members'][number],
): PendingInvitation => ({
  id: wire.id,
  email: wire.email,
  role: wire.role,
  createdAt: wire.created_at,
  expiresAt: wire.expires_at,
})
