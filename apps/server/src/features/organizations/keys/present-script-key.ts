import type { ListedScriptKey } from '@recto/contract/organizations/script-keys'
import type { Context } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import type { KeyTableRow } from './key-rows.store.ts'

type ScriptKeyRow = KeyTableRow<'platform_api_key' | 'global_deployment_key'>

/** Presents a key for a list; `emails` are those of its creator and others. */
export const presentScriptKey = (
  key: ScriptKeyRow,
  emails: ReadonlyMap<number, string>,
): ListedScriptKey => ({
  id: key.id,
  name: key.name,
  description: key.description,
  key: `****-${key.last_four}`,
  is_active: key.is_active,
  created_at: presentTime(key.created_at),
  modified_at: presentTime(key.modified_at),
  created_by_email: emails.get(key.created_by ?? 0) ?? null,
})

/** Presents the key with its secret in plain text. */
export const presentFullScriptKey = ({ vault }: Pick<Context, 'vault'>, key: ScriptKeyRow) => ({
  id: key.id,
  name: key.name,
  key: vault.open(key.sealed_key),
  is_active: key.is_active,
})
