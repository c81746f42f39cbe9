import type { CustomData } from '@recto/contract/wire/wire'
import { isContainer } from '@recto/exact-json/exact-number'
import type { Json } from '@recto/provider-spec/answer'
import { badRequest, forbidden } from '../../../platform/app-error.ts'
import { parseVariables, type Variable } from './parse-variables.ts'

export type VariableValues = {
  /** Values of other prompts, by their keys. */
  readonly knownValues: ReadonlyMap<string, Json>
  readonly customData?: CustomData | null | undefined
  /** Sends a value to an address and returns its reply. */
  readonly askAddress: (url: string, value: string) => Promise<string>
}

/**
 * Replaces the variables of a prompt by their values; a value that is no text is written as JSON,
 * and variables inside values are not expanded. Throws 403 for a prompt without a value, and 400
 * for missing custom data and for an address that does not answer.
 */
export async function fillVariables(text: string, values: VariableValues): Promise<string> {
  const variables = parseVariables(text, values.knownValues.keys())
  const [lastVariable] = variables.slice(-1)
  if (!lastVariable) return text
  const replacements = new Map<string, Promise<string>>()
  const parts: Promise<string>[] = []
  let offset = 0
  for (const variable of variables) {
    const { placeholder } = variable
    const start = text.indexOf(placeholder, offset)
    parts.push(Promise.resolve(text.slice(offset, start)))
    const replacement = replacements.get(placeholder) ?? resolveVariable(variable, values)
    replacements.set(placeholder, replacement)
    parts.push(replacement)
    offset = start + placeholder.length
  }
  return `${(await Promise.all(parts)).join('')}${text.slice(offset)}`
}

async function resolveVariable(variable: Variable, values: VariableValues): Promise<string> {
  if (variable.kind === 'custom-data')
    return toText(getCustomValue(variable.path, values.customData))
  if (variable.kind === 'prompt') return toText(getKnownValue(variable.key, values.knownValues))
  const { url, key } = variable
  if (key === '') {
    throw badRequest(
      `The prompt calls ${url} but does not specify which prompt’s value to send. Add [key] after the URL.`,
    )
  }
  return values.askAddress(url, toText(getKnownValue(key, values.knownValues)))
}

function getKnownValue(key: string, knownValues: ReadonlyMap<string, Json>): Json {
  const value = knownValues.get(key)
  if (value !== undefined) return value
  throw forbidden(`The prompt refers to “${key}”, which has no output for this document yet.`)
}

function getCustomValue(path: readonly string[], customData: CustomData | null | undefined): Json {
  let value: Json | undefined = customData ?? undefined
  for (const name of path) value = getProperty(value, name)
  if (value !== undefined) return value
  const name = ['custom_data', ...path].join('.')
  throw badRequest(`The prompt refers to “${name}”, which is not in the custom data.`)
}

function getProperty(value: Json | undefined, name: string): Json | undefined {
  if (!isContainer(value) || !Object.hasOwn(value, name)) return undefined
  return (value as CustomData)[name]
}

const toText = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))
