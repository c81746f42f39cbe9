import type { EndpointReply } from '@recto/contract/endpoint'
import type { Member } from '@recto/contract/organizations'
import type { listRoles } from '@recto/contract/session'

/** Somebody of the organization. */
export type Colleague = {
  readonly id: string
  readonly email: string
  /** Name of the role, as `roles` has it. */
  readonly role: string
}

export const personFromWire = ({ id, email, role }: Member): Colleague => ({ id, email, role })

export type OfferedRole = {
  readonly id: string
  readonly name: string
  readonly description: string
}

export const roleFromWire = ({
  id,
  name,
  description,
}: EndpointReply<typeof listRoles>['members'][number]): OfferedRole => ({
  id,
  name,
  description: description ?? '',
})

/** Which of the people are looked at. */
export type PeopleRequest = {
  readonly page: number
  readonly search: string
  readonly ordering: 'email' | '-email' | 'role' | '-role'
}

export const peopleOnPage = 50

export const peopleRequestToWire = ({ page, search, ordering }: PeopleRequest) => ({
  query: { page, page_size: peopleOnPage, ordering, ...(search && { search }) },
})

/** The role that an invitation begins with. */
export const usualRoleOf = (roles: readonly OfferedRole[]): OfferedRole | undefined =>
  roles.find(({ name }) => name.endsWith('_user')) ?? roles[0]
