import type { JsonSchema, Settings } from '@recto/provider-spec/provider'

const secretName = /key|token|secret|passw|credential/i

/**
 * Names of the settings that must not be shown: those with the format `password` anywhere in the
 * schema. Without a schema, those whose name suggests a secret.
 */
export function findSecretFields(schema: JsonSchema | undefined, settings: Settings): string[] {
  if (!schema) return Object.keys(settings).filter((name) => secretName.test(name))
  const passwordNames = new Set<string>()
  collectPasswordNames(schema, passwordNames)
  return Object.keys(settings).filter((name) => passwordNames.has(name))
}

function collectPasswordNames(node: unknown, passwordNames: Set<string>): void {
  if (typeof node !== 'object' || node === null) return
  for (const [name, part] of Object.entries(node)) {
    if ((part as { format?: unknown } | null)?.format === 'password') passwordNames.add(name)
    collectPasswordNames(part, passwordNames)
  }
}

/** The placeholder that a reply shows instead of a secret. */
export const createSecretPlaceholder = (ownerId: string, field: string) =>
  `sealed:${ownerId}:${field}`

const placeholderPattern = /^sealed:([^:]+):(.+)$/

/** Whether any of the settings is a stored secret, so that they change something that exists. */
export const hasSecretPlaceholder = (settings: Settings): boolean =>
  Object.values(settings).some((value) => parseSecretPlaceholder(value) !== undefined)

/** The adapter or connector, and the field, that a placeholder refers to. */
export function parseSecretPlaceholder(
  value: unknown,
): { ownerId: string; field: string } | undefined {
  const [, ownerId, field] = (typeof value === 'string' && placeholderPattern.exec(value)) || []
  return ownerId && field ? { ownerId, field } : undefined
}
