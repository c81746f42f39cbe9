import type { ScriptKeyKind } from '../script-keys/key-kind.ts'
import { ScriptKeysPage } from '../script-keys/ScriptKeysPage.tsx'
import { PlatformApiKeyDialog } from './PlatformApiKeyDialog.tsx'
import { type PlatformApiKey, permissionNames } from './platform-api-key.ts'
import {
  platformApiKeys,
  useChangePlatformApiKey,
  useDeletePlatformApiKey,
  useRotatePlatformApiKey,
} from './platform-api-keys.queries.ts'

const kind: ScriptKeyKind<PlatformApiKey> = {
  title: 'Platform API Keys',
  description:
    'Keys that let a script do anything a user can do in the browser, in this organization only.',
  label: 'Platform API Keys',
  explanation:
    'To use a key in a script, send it as “Authorization: Bearer\u00a0…”. The key’s permissions determine whether the script can read, write or delete.',
  loss: 'Scripts that use it will lose access. Anything created with the key will belong to the person who created the key.',
  column: {
    key: 'permission',
    title: 'Permissions',
    width: '18%',
    render: ({ permission }) => permissionNames[permission],
  },
  keys: platformApiKeys,
  Dialog: PlatformApiKeyDialog,
  useSwitch: useChangePlatformApiKey,
  useRotate: useRotatePlatformApiKey,
  useDelete: useDeletePlatformApiKey,
}

/** Manages the keys with which scripts have the same access as a user in the browser. */
export const PlatformApiKeysPage = () => <ScriptKeysPage kind={kind} />
