export { findSeededAdmin } from './find-seeded-admin.ts'
export { assertMembers } from './members/assert-members.ts'
export { findActor } from './members/find-actor.ts'
export { memberJoined } from './members/members.events.ts'
export {
  memberRoles,
  userEmails,
  userNames,
} from './members/members.store.ts'

export { findOrganizationBySlug } from './organization/organizations.store.ts'
export { tellSessions } from './session-messages/tell-sessions.ts'
