import type { JsonSchema, Settings } from '@recto/provider-spec/provider'

const looksSecret = /key|token|secret|passw|credential/i

/**
 * The settings that must not be shown: those that the schema calls passwords, wherever a condition
 * puts them. Without a schema, all whose name suggests it.
 */
export function secretFields(schema: JsonSchema | undefined, settings: Settings): string[] {
  if (!schema) return Object.keys(settings).filter((name) => looksSecret.test(name))
  const found = new Set<string>()
  collect(schema, found)
  return Object.keys(settings).filter((name) => found.has(name))
}

function collect(node: unknown, found: Set<string>): void {
  if (typeof node !== 'object' || node === null) return
  for (const [name, part] of Object.entries(node)) {
    if ((part as { format?: unknown } | null)?.format === 'password') found.add(name)
    collect(part, found)
  }
}

/** What a reply shows in place of a secret. */
export const sealedMark = (ownerId: string, field: string) => `sealed:${ownerId}:${field}`

const mark = /^sealed:([^:]+):(.+)$/

/** The adapter or connector, and the field, that a mark stands for. */
export function parseSealedMark(value: unknown): { ownerId: string; field: string } | undefined {
  const [, ownerId, field] = (typeof value === 'string' && mark.exec(value)) || []
  return ownerId && field ? { ownerId, field } : undefined
}
