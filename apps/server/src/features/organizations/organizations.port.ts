export { assertMembers } from './assert-members.ts'
export { findSeededAdmin } from './find-seeded-admin.ts'
export {
  findMember,
  listMembers,
  type MemberRow,
  type Person,
  userEmails,
  userNames,
} from './members.store.ts'
export { memberJoined } from './organizations.events.ts'
export { findOrganizationBySlug, type OrganizationRow } from './organizations.store.ts'
export { presentRole } from './roles.ts'
export { findSession } from './start-session.ts'
