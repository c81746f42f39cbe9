import type { Role } from '@recto/contract/policy/policy'

export const roles = ['admin', 'user', 'reviewer', 'supervisor'] as const satisfies readonly Role[]

/** Returns the wire name of a role: all but `admin` are prefixed with the product id. */
export function presentRole(role: Role, productId: string): string {
  return role === 'admin' ? role : `${productId}_${role}`
}

/** Finds a role by its name or its wire name; clients send either. */
export const roleNamed = (name: string, productId: string): Role | undefined =>
  roles.find((role) => role === name || presentRole(role, productId) === name)

export const roleDescriptions: Record<Role, string> = {
  admin: 'Manages members, keys and all settings of the organization.',
  user: 'Builds projects, workflows and deployments.',
  reviewer: 'Checks extracted values and corrects them.',
  supervisor: 'Reviews documents, and approves what reviewers have checked.',
}

/** Role of a person who is invited without one. */
export const usualRole: Role = 'user'
