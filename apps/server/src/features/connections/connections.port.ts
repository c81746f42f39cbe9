/** Public entry of this feature: all that other features may import. */
export { assertAllowedToConfigure } from './assert-allowed-to-configure.ts'
export { type ConnectionKind, iconOf } from './connection-kind.ts'
export {
  decryptSettings,
  maskSecrets,
  restoreSecrets,
  sealSettings,
} from './connection-settings.ts'
export { deleteConnection } from './delete-connection.ts'
export { describeConnections, findUsability, getConnection, mayWith } from './get-connection.ts'
export {
  assertHasSecrets,
  listMissingSecrets,
  restoreNewSettings,
} from './missing-secrets.ts'
export { findSecretFields, hasSecretPlaceholder } from './secret-fields.ts'
export { shareConnections } from './share-connections.ts'
export { toConnectionRefusal } from './to-connection-refusal.ts'
