import type { Member } from '@recto/contract/organizations/organizations'
import type { listRoles } from '@recto/contract/organizations/session'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'

/** A member of the organization. */
export type Colleague = {
  readonly id: string
  readonly email: string
  /** Name of the role, as in `roles`. */
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

export const peopleOrderings = ['email', '-email', 'role', '-role'] as const

/** Page, search and order of the member list. */
export type PeopleRequest = {
  readonly page: number
  readonly search: string
  readonly ordering: (typeof peopleOrderings)[number]
}

export const peopleOnPage = 50

export const peopleRequestToWire = ({ page, search, ordering }: PeopleRequest) => ({
  query: {
    page,
    page_size: peopleOnPage,
    ordering,
    ...omitUndefined({ search: search || undefined }),
  },
})

/** The initially selected role of an invitation. */
export const defaultRoleOf = (roles: readonly OfferedRole[]): OfferedRole | undefined =>
  roles.find(({ name }) => name.endsWith('_user')) ?? roles[0]

/** Formats the name of a role: `recto_user` becomes “Recto User”. */
export function roleName(role: string | undefined, isAdmin: boolean): string {
  const name = role ?? (isAdmin ? 'admin' : '')
  if (name === '') return 'None'
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
