import { type AnyNumber, isContainer, readNumber } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import type { ValueType } from '../prompt.ts'

export type Scalar = string | boolean | AnyNumber | null
export type ParsedValue = Scalar | readonly ParsedValue[] | { readonly [key: string]: ParsedValue }

const structuredTypes: ReadonlySet<ValueType> = new Set(['json', 'line-item', 'table', 'record'])
const booleans = new Map([
  ['true', true],
  ['false', false],
])
const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 })

/** Parses a stored output, which is always a text on the wire, as a value of its type. */
export function parseOutput(output: string, type: ValueType): ParsedValue {
  if (structuredTypes.has(type)) return parseStructure(output)
  if (type === 'boolean') return booleans.get(output.toLowerCase()) ?? output
  if (type === 'number' && /^-?\d+(?:\.\d+)?$/.test(output))
    return readNumber(output.replace(/\.0$/, '')) ?? output
  return output
}

function parseStructure(output: string): ParsedValue {
  try {
    return parseExactJson(output) as ParsedValue
  } catch {
    // A model may answer a JSON prompt with a sentence, which is then shown as it is.
    return output
  }
}

/** Formats a scalar for display. */
export function formatScalar(value: Exclude<Scalar, null>, type: ValueType): string {
  if (typeof value === 'number')
    return type === 'number' ? numberFormat.format(value) : String(value)
  return String(value)
}

export const isScalar = (value: ParsedValue): value is Scalar => !isContainer(value)
