import type { Role } from '@recto/contract/policy'

export const roles = ['admin', 'user', 'reviewer', 'supervisor'] as const satisfies readonly Role[]

/** The name that the wire knows a role by: all but `admin` carry the product's segment. */
export function presentRole(role: Role, productId: string): string {
  return role === 'admin' ? role : `${productId}_${role}`
}

/** The role of a name or an id, as clients send either. */
export const roleNamed = (name: string, productId: string): Role | undefined =>
  roles.find((role) => role === name || presentRole(role, productId) === name)

export const roleDescriptions: Record<Role, string> = {
  admin: 'Manages members, keys and all settings of the organization.',
  user: 'Builds projects, workflows and deployments.',
  reviewer: 'Checks the values that were read and corrects them.',
  supervisor: 'Reviews, and approves what reviewers have checked.',
}

/** The role that somebody has who is invited without one. */
export const usualRole: Role = 'user'
