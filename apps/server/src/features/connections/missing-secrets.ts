import type { JsonSchema, Settings } from '@recto/provider-spec/provider'
import { badRequest } from '../../platform/app-error.ts'
import { type Context, tenantOf } from '../../platform/context.ts'
import { isUuid } from '../../platform/strings.ts'
import type { Catalogue, ConnectionKind, ConnectionRow } from './connection-kind.ts'
import { restoreSecrets, type SentSettings } from './connection-settings.ts'
import { findSecretFields, parseSecretPlaceholder } from './secret-fields.ts'

type NewSettings = {
  readonly settings: Settings
  /** Names of the settings whose secrets stayed in another installation. */
  readonly missingSecrets: string[]
}

/**
 * Returns the settings of a new adapter or connector. The placeholder of one that this organization
 * does not have is a copy from elsewhere: its secret was never handed out, so it is left out until
 * somebody enters it. All other placeholders are restored, or refused.
 */
export async function restoreNewSettings<Row extends ConnectionRow, Providers extends Catalogue>(
  ctx: Pick<Context, 'db' | 'vault' | Providers>,
  kind: ConnectionKind<Row, Providers>,
  { actor, providerId, settings }: SentSettings,
): Promise<NewSettings> {
  const schema = ctx[kind.catalogue].find(providerId)?.schema
  const secretFields = [...findSecretFields(schema, settings), ...(kind.otherSecrets ?? [])]
  const ownerIds = secretFields
    .map((name) => parseSecretPlaceholder(settings[name])?.ownerId)
    .filter((id) => id !== undefined)
  const tenant = tenantOf(ctx, actor)
  const rows = await kind.rows.findAll(tenant, [...new Set(ownerIds.filter(isUuid))])
  const ownIds = new Set(rows.map(({ id }) => id))
  const isFromElsewhere = (name: string) => {
    const placeholder = parseSecretPlaceholder(settings[name])
    if (!placeholder || placeholder.field !== name || !isUuid(placeholder.ownerId)) return false
    return !ownIds.has(placeholder.ownerId.toLowerCase())
  }
  const missingSecrets = secretFields.filter(isFromElsewhere)
  const otherSettings = Object.fromEntries(
    Object.entries(settings).filter(([name]) => !missingSecrets.includes(name)),
  )
  const restoredSettings = await restoreSecrets(ctx, kind, {
    actor,
    providerId,
    settings: otherSettings,
  })
  return { settings: restoredSettings, missingSecrets }
}

type ChangedSettings = {
  readonly row: Pick<ConnectionRow, 'provider_id' | 'missing_secrets'>
  readonly settings: Settings
  /** Opens the service without a call. Throws when it needs a setting that is missing. */
  readonly open: () => unknown
}

/**
 * Returns which secrets are still missing under changed settings. One that is sent ends that, also
 * an empty one: there is none. So do settings that ask for it no longer, such as another way to
 * authenticate.
 */
export function listMissingSecrets<Providers extends Catalogue>(
  ctx: Pick<Context, Providers>,
  { catalogue }: Pick<ConnectionKind<never, Providers>, 'catalogue'>,
  { row, settings, open }: ChangedSettings,
): string[] {
  const names = row.missing_secrets.filter((name) => !(name in settings))
  const { properties = {} } = ctx[catalogue].find(row.provider_id)?.schema ?? {}
  const isAlwaysAsked = (name: string) => name in (properties as object)
  if (names.every(isAlwaysAsked)) return names
  try {
    open()
    return names.filter(isAlwaysAsked)
  } catch {
    return names
  }
}

/** Throws 400 for a copy whose secrets nobody has entered yet. */
export function assertHasSecrets<Row extends ConnectionRow, Providers extends Catalogue>(
  ctx: Pick<Context, Providers>,
  { catalogue, noun }: ConnectionKind<Row, Providers>,
  { name, provider_id, missing_secrets: names }: Row,
): void {
  if (names.length === 0) return
  const schema = ctx[catalogue].find(provider_id)?.schema
  const titles = names.map((field) => `“${findTitle(schema, field) ?? field}”`).join(' and ')
  throw badRequest(
    `The ${noun} “${name}” needs its secret. It was copied from another installation, and secrets are not copied. Enter ${titles} in its settings.`,
  )
}

/** Finds the title of a setting anywhere in the schema. */
function findTitle(node: JsonSchema | undefined, field: string): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  const { title } = (node[field] ?? {}) as { readonly title?: unknown }
  if (typeof title === 'string') return title
  for (const part of Object.values(node)) {
    const partTitle = findTitle(part as JsonSchema, field)
    if (partTitle !== undefined) return partTitle
  }
  return undefined
}
