export { csvLine } from './audit/csv.ts'
export { recordChange } from './audit/record-change.ts'
export { findSeededAdmin } from './find-seeded-admin.ts'
export { assertMembers } from './members/assert-members.ts'
export { findActor } from './members/find-actor.ts'
export { memberJoined } from './members/members.events.ts'
export {
  memberRoles,
  userEmails,
  userNames,
} from './members/members.store.ts'
export { findOrganizationBySlug, organizationSlug } from './organization/organizations.store.ts'
export { tellSessions } from './session-messages/tell-sessions.ts'
export { readOrganizationSettings } from './settings/organization-settings.ts'
export { findOwnership, ownersOf } from './sharing/find-ownership.ts'
export { presentSharing } from './sharing/map-sharing.ts'
export { sharedGroupsOf } from './sharing/shared-groups.ts'
export { serveSharing } from './sharing/sharing.routes.ts'
export { makeVisitors } from './visitors/make-visitors.ts'
export { removeVisitors } from './visitors/remove-visitors.ts'
