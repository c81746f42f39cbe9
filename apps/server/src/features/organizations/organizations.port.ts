export { type Doer, recordChange, recordExport } from './audit/record-change.ts'
export { findSeededAdmin } from './find-seeded-admin.ts'
export { bearerOf, findKeySession } from './gate/find-key-session.ts'
export { createSecret, createShortenedSecret, defineKeys } from './keys/define-keys.ts'
export type { KeyTableRow } from './keys/key-rows.store.ts'
export { presentFullScriptKey, presentScriptKey } from './keys/present-script-key.ts'
export { assertMembers } from './members/assert-members.ts'
export { findActor } from './members/find-actor.ts'
export {
  lockMember,
  memberRoles,
  userEmails,
  userNames,
} from './members/members.store.ts'
export {
  findOrganization,
  findOrganizationBySlug,
  organizationSlug,
  updateOrganization,
} from './organization/organizations.store.ts'
export {
  publishSessionMessages,
  publishToMembers,
} from './session-messages/publish-session-messages.ts'
export { readOrganizationSettings } from './settings/organization-settings.ts'
export { findOwnership, ownersOf } from './sharing/find-ownership.ts'
export { presentSharing } from './sharing/map-sharing.ts'
export { sharedGroupsOf } from './sharing/shared-groups.ts'
export { serveSharing } from './sharing/sharing.routes.ts'
export { createSignInLink } from './sign-in/sign-in-by-link.ts'
export { createVisitorsOrganization } from './visitors/create-visitors.ts'
export { removeVisitors } from './visitors/remove-visitors.ts'
