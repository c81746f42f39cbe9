import type { Member } from '@recto/contract/organizations/organizations'
import type { MemberRow } from './members.store.ts'
import { presentRole, roleDescriptions, roles } from './roles.ts'

export function presentMember(
  { userId, email, role, isService }: MemberRow,
  productId: string,
): Member {
  return {
    id: String(userId),
    email,
    role: presentRole(role, productId),
    is_admin: role === 'admin',
    is_service_account: isService,
  }
}

export function presentRoles(productId: string) {
  return roles.map((role) => ({
    id: role,
    name: presentRole(role, productId),
    description: roleDescriptions[role],
  }))
}
