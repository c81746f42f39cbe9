export { assertMembers } from './assert-members.ts'
export { findSeededAdmin } from './find-seeded-admin.ts'
export {
  findMember,
  listMembers,
  type Member,
  type Person,
  userEmails,
  userNames,
} from './members.store.ts'
export { memberJoined } from './organizations.events.ts'
export { findOrganizationBySlug, type Organization } from './organizations.store.ts'
export { presentRole } from './roles.ts'
export { findSession } from './start-session.ts'
