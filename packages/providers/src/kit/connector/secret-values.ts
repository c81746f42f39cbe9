import type { JsonSchema, Settings } from '@recto/provider-spec/provider'

/**
 * Returns the values that the schema marks as passwords, in conditional fields too, and the secret
 * parts of those that are JSON or an address: a service may repeat such a part in its messages.
 */
export function secretValuesIn(schema: JsonSchema, settings: Settings): readonly string[] {
  const names = new Set<string>()
  collectNames(schema, names)
  const values = [...names].map((name) => settings[name])
  return values.filter((value) => typeof value === 'string').flatMap(withParts)
}

function collectNames(node: unknown, names: Set<string>): void {
  if (typeof node !== 'object' || node === null) return
  for (const [name, part] of Object.entries(node)) {
    if ((part as { format?: unknown } | null)?.format === 'password') names.add(name)
    collectNames(part, names)
  }
}

/** Shorter values are not masked, because they occur inside other words. */
const minLength = 4

function withParts(value: string): readonly string[] {
  const password = URL.parse(value)?.password ?? ''
  const parts = [...textsIn(parsed(value)), password, decoded(password)]
  return [value, ...parts.filter((part) => /key|secret|pass|token/i.test(part) || part.length > 15)]
    .concat(password)
    .filter((part) => part.length >= minLength)
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function textsIn(node: unknown): readonly string[] {
  if (typeof node === 'string') return [node]
  if (typeof node !== 'object' || node === null) return []
  return Object.values(node).flatMap(textsIn)
}
