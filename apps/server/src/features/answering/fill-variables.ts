import type { Json } from '@recto/provider-spec/answer'
import { badRequest, forbidden } from '../../platform/app-error.ts'

/** `{{key}}`, and the older `%key%` where there is a prompt of that key. */
const braces = /\{\{([^{}]+)\}\}/g
const percents = /%([^%\s][^%\n]*?)%/g

/** The keys of other prompts that the text refers to. */
export function variablesOf(text: string, keys: readonly string[]): readonly string[] {
  const known = new Set(keys)
  const named = [...text.matchAll(braces)].map(([, inner = '']) => nameIn(inner))
  const older = [...text.matchAll(percents)]
    .map(([, name = '']) => name)
    .filter((name) => known.has(name))
  return [...new Set([...named, ...older])]
}

/**
 * Puts the values of other prompts in the place of their names; what is not a text is written as
 * JSON. Throws 403 for a prompt that has no value yet.
 */
export function fillVariables(text: string, values: ReadonlyMap<string, Json>): string {
  return text
    .replace(braces, (_, inner: string) => textFor(nameIn(inner), values))
    .replace(percents, (whole, name: string) => (values.has(name) ? textFor(name, values) : whole))
}

/** Blanks around a name are no part of it; of blanks alone the last one is the name. */
function nameIn(inner: string): string {
  return inner.trim() || inner.slice(-1)
}

function textFor(name: string, values: ReadonlyMap<string, Json>): string {
  if (/^https?:/i.test(name)) {
    throw badRequest(`The prompt asks the address ${name}; this version calls no addresses.`)
  }
  const value = values.get(name)
  if (value === undefined) {
    throw forbidden(`The prompt refers to “${name}”, which has no output for this document yet.`)
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}
