import {
  deleteInvitation,
  inviteMembers,
  listInvitations,
} from '@recto/contract/organizations/invitations'
import { listMembers } from '@recto/contract/organizations/organizations'
import { changeRole, removeMembers } from '@recto/contract/organizations/people'
import { listRoles } from '@recto/contract/organizations/session'
import { Refusal } from '../../../shared/api/refusal.ts'
import { readAs, useChange } from '../../../shared/api/requests.ts'
import { invitationFromWire } from './invitation.ts'
import { type PeopleRequest, peopleRequestToWire, personFromWire, roleFromWire } from './person.ts'

export const people = (request: PeopleRequest) =>
  readAs(listMembers, peopleRequestToWire(request), ({ members, count }) => ({
    people: members.map(personFromWire),
    count: count ?? members.length,
  }))

export const roles = readAs(listRoles, {}, ({ members }) => members.map(roleFromWire))

const invalidates = [listMembers, listInvitations]

export const pendingInvitations = readAs(listInvitations, {}, ({ members }) =>
  members.map(invitationFromWire),
)

/** Withdraws the invitation with the given id. */
export const useWithdraw = () =>
  useChange(deleteInvitation, { invalidates, toWire: (id: string) => ({ params: { id } }) })

type InvitedPerson = { readonly email: string; readonly role: string }

/**
 * Invites one person. Resolves to an invitation link if no email is sent. Throws if the invitation
 * is refused.
 */
export const useInvite = () =>
  useChange(inviteMembers, {
    invalidates,
    toWire: ({ email, role }: InvitedPerson) => ({ body: { users: [{ email, role }] } }),
    fromWire: ({ message: [outcome] }) => {
      if (outcome?.status === 'success') return outcome.link
      throw new Refusal({
        kind: 'client_error',
        status: 200,
        serverMessage: outcome?.message ?? '',
      })
    },
  })

export const useChangeRole = () =>
  useChange(changeRole, { invalidates, toWire: (change: InvitedPerson) => ({ body: change }) })

/** Removes the member with the given address. */
export const useRemove = () =>
  useChange(removeMembers, {
    invalidates,
    toWire: (email: string) => ({ body: { emails: [email] } }),
  })
