import type { ValueType } from '../prompt.ts'

export type Scalar = string | number | boolean | null
export type ParsedValue = Scalar | readonly ParsedValue[] | { readonly [key: string]: ParsedValue }

const structured: ReadonlySet<ValueType> = new Set(['json', 'line-item', 'table', 'record'])
const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 })

/** The value behind a stored output, which is always a text on the wire. */
export function parseOutput(output: string, type: ValueType): ParsedValue {
  if (structured.has(type)) return parsed(output)
  if (type === 'boolean') return booleans.get(output.toLowerCase()) ?? output
  if (type === 'number' && isNumber(output)) return Number(output)
  return output
}

const booleans = new Map([
  ['true', true],
  ['false', false],
])

/** Longer digits would change when read as a number. */
const isNumber = (text: string): boolean =>
  /^-?\d+(\.\d+)?$/.test(text) && (text.match(/\d/g)?.length ?? 0) < 16

function parsed(output: string): ParsedValue {
  try {
    return JSON.parse(output)
  } catch {
    // A model may answer a JSON prompt with a sentence; the sentence is what there is to show.
    return output
  }
}

/** A scalar as people read it. */
export function format(value: Exclude<Scalar, null>, type: ValueType): string {
  if (typeof value === 'number') return type === 'number' ? figures.format(value) : String(value)
  return String(value)
}

export const isScalar = (value: ParsedValue): value is Scalar =>
  value === null || typeof value !== 'object'
