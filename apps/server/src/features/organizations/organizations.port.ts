export { findSeededAdmin } from './find-seeded-admin.ts'
export { assertMembers } from './members/assert-members.ts'
export { memberJoined } from './members/members.events.ts'
export {
  findMember,
  listMembers,
  type MemberRow,
  type Person,
  userEmails,
  userNames,
} from './members/members.store.ts'
export { presentRole } from './members/roles.ts'
export { findOrganizationBySlug, type OrganizationRow } from './organization/organizations.store.ts'
export { findSession } from './sign-in/start-session.ts'
