import type { CustomData } from '@recto/contract/wire'
import type { Json } from '@recto/provider-spec/answer'
import { badRequest, forbidden } from '../../../platform/app-error.ts'
import { type Variable, variablesIn } from './variables-in.ts'

export type Values = {
  /** Of other prompts, by their keys. */
  readonly known: ReadonlyMap<string, Json>
  readonly customData?: CustomData | null | undefined
  /** Sends a value to an address and returns what it replies. */
  readonly askAddress: (url: string, value: string) => Promise<string>
}

/**
 * Puts values in the place of the variables; what is not a text is written as JSON. What a value says is
 * not looked through again. Throws 403 for a prompt that has no value yet, and 400 for custom data that
 * there is not and for an address that does not answer.
 */
export async function fillVariables(text: string, values: Values): Promise<string> {
  const variables = variablesIn(text, values.known.keys())
  const [last] = variables.slice(-1)
  if (!last) return text
  const texts = new Map<string, Promise<string>>()
  const parts: Promise<string>[] = []
  let at = 0
  for (const variable of variables) {
    const { written } = variable
    const start = text.indexOf(written, at)
    parts.push(Promise.resolve(text.slice(at, start)))
    const filled = texts.get(written) ?? textFor(variable, values)
    texts.set(written, filled)
    parts.push(filled)
    at = start + written.length
  }
  return `${(await Promise.all(parts)).join('')}${text.slice(at)}`
}

async function textFor(variable: Variable, values: Values): Promise<string> {
  if (variable.kind === 'custom-data') return textOf(customValue(variable.path, values.customData))
  if (variable.kind === 'prompt') return textOf(knownValue(variable.key, values.known))
  const { url, key } = variable
  if (key === '') {
    throw badRequest(
      `The prompt asks the address ${url} but names no prompt: write [key] after it.`,
    )
  }
  return values.askAddress(url, textOf(knownValue(key, values.known)))
}

function knownValue(key: string, known: ReadonlyMap<string, Json>): Json {
  const value = known.get(key)
  if (value !== undefined) return value
  throw forbidden(`The prompt refers to “${key}”, which has no output for this document yet.`)
}

function customValue(path: readonly string[], customData: CustomData | null | undefined): Json {
  let value: Json | undefined = customData ?? undefined
  for (const name of path) value = partOf(value, name)
  if (value !== undefined) return value
  const written = ['custom_data', ...path].join('.')
  throw badRequest(`The prompt refers to “${written}”, which the custom data does not have.`)
}

function partOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as CustomData)[name]
}

const textOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))
