import type { EndpointReply } from '@recto/contract/endpoint'
import type { listInvitations } from '@recto/contract/invitations'

/** What can still be accepted. */
export type PendingInvitation = {
  readonly id: string
  readonly email: string
  /** Name of the role, as `roles` has it. */
  readonly role: string
  readonly madeAt: string
  readonly expiresAt: string
}

export const invitationFromWire = (
  wire: EndpointReply<typeof listInvitations>['members'][number],
): PendingInvitation => ({
  id: wire.id,
  email: wire.email,
  role: wire.role,
  madeAt: wire.created_at,
  expiresAt: wire.expires_at,
})
