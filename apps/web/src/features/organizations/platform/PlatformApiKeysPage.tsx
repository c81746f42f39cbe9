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
  description: 'With one of these a script does what a browser can, in this organization alone.',
  label: 'Platform API keys',
  explanation:
    'A script sends a key as “Authorization: Bearer …” and may then read, write or delete, as the key says.',
  loss: 'Scripts that send it are refused from then on. What it made passes to whoever made the key.',
  column: {
    key: 'permission',
    title: 'May',
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
