import { deleteInvitation, inviteMembers, listInvitations } from '@recto/contract/invitations'
import { listMembers } from '@recto/contract/organizations'
import { changeRole, removeMembers } from '@recto/contract/people'
import { listRoles } from '@recto/contract/session'
import { readAs, useChange } from '../../../shared/api/ask.ts'
import { Refusal } from '../../../shared/api/refusal.ts'
import { invitationFromWire } from './invitation.ts'
import { type PeopleRequest, peopleRequestToWire, personFromWire, roleFromWire } from './person.ts'

export const people = (request: PeopleRequest) =>
  readAs(listMembers, peopleRequestToWire(request), ({ members, count }) => ({
    people: members.map(personFromWire),
    count: count ?? members.length,
  }))

export const roles = readAs(listRoles, {}, ({ members }) => members.map(roleFromWire))

const makesStale = [listMembers, listInvitations]

export const pendingInvitations = readAs(listInvitations, {}, ({ members }) =>
  members.map(invitationFromWire),
)

/** By its id. */
export const useWithdraw = () =>
  useChange(deleteInvitation, { makesStale, toWire: (id: string) => ({ params: { id } }) })

type Invited = { readonly email: string; readonly role: string }

/** Resolves to a link to be handed over, where no mail is sent. Of one invitation: refused is refused. */
export const useInvite = () =>
  useChange(inviteMembers, {
    makesStale,
    toWire: ({ email, role }: Invited) => ({ body: { users: [{ email, role }] } }),
    fromWire: ({ message: [outcome] }) => {
      if (outcome?.status === 'success') return outcome.link
      throw new Refusal({ kind: 'client_error', status: 200, said: outcome?.message ?? '' })
    },
  })

export const useChangeRole = () =>
  useChange(changeRole, { makesStale, toWire: (change: Invited) => ({ body: change }) })

/** By the address. */
export const useRemove = () =>
  useChange(removeMembers, {
    makesStale,
    toWire: (email: string) => ({ body: { emails: [email] } }),
  })
