import { isContainer } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import type { Json } from '@recto/provider-spec/answer'
import { jsonrepair } from 'jsonrepair'
import { hasFabricatedPlaceholder } from './non-answers.ts'

/** Result for a text that ends before its brackets are closed. */
export const cutOff = Symbol('cut off')

/**
 * Parses the JSON in a model's reply. If the reply is not strict JSON, the part that looks like
 * JSON (in a code fence, from the first bracket) is repaired. Returns `cutOff` when the text ends
 * before its brackets are closed and `undefined` when there is no JSON. `NA` becomes null.
 */
export function parseJson(text: string): Json | typeof cutOff | undefined {
  const strictValue = parseStrictly(text)
  if (strictValue !== undefined) return replaceNonAnswers(strictValue)
  const bracketedPart = findBracketedPart(text)
  if (bracketedPart === cutOff || bracketedPart === undefined) return bracketedPart
  const repairedValue = parseRepaired(bracketedPart)
  return repairedValue === undefined ? undefined : replaceNonAnswers(repairedValue)
}

/** Completes a text that ends before its brackets are closed; `undefined` when there is no JSON. */
export function completeJson(text: string): Json | undefined {
  const start = text.search(/[[{]/)
  if (start === -1) return undefined
  const value = parseRepaired(withoutLastPiece(text.slice(start)))
  return value === undefined ? undefined : replaceNonAnswers(value)
}

const quotedOrStructural = /"(?:[^"\\]|\\[\s\S])*"?|[[\]{},:]/g
const completePiece = /^(?:"(?:[^"\\]|\\[\s\S])*"|true|false|null)?$/

/** The last number or text may lack its end, and would then be another value. */
function withoutLastPiece(text: string): string {
  let end = 0
  for (const { 0: token, index } of text.matchAll(quotedOrStructural))
    if (!token.startsWith('"')) end = index + 1
  return completePiece.test(text.slice(end).trim()) ? text : text.slice(0, end)
}

function parseStrictly(text: string): Json | undefined {
  try {
    return parseExactJson(text) as Json
  } catch {
    return undefined
  }
}

/** Returns the text from the first opening bracket to the bracket that closes it. */
function findBracketedPart(text: string): string | typeof cutOff | undefined {
  const start = text.search(/[[{]/)
  if (start === -1) return undefined
  const end = findClosingBracket(text, start)
  return end === undefined ? cutOff : text.slice(start, end + 1)
}

const quotedOrBracket = /"(?:[^"\\]|\\[\s\S])*"?|[[\]{}]/g

/**
 * Index of the bracket that closes the one at `start`. Scans the text once and skips brackets
 * inside quotes.
 */
function findClosingBracket(text: string, start: number): number | undefined {
  let depth = 0
  for (const { 0: token, index } of text.slice(start).matchAll(quotedOrBracket)) {
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    if (depth === 0) return start + index
  }
  return undefined
}

/** The repair can turn prose into a string, so only objects and lists count. */
function parseRepaired(text: string): Json | undefined {
  try {
    const value = parseExactJson(jsonrepair(text)) as Json
    return isContainer(value) ? value : undefined
  } catch {
    return undefined
  }
}

function replaceNonAnswers(value: Json): Json {
  // A number with too many digits or too large an exponent becomes infinite, which JSON cannot
  // represent.
  if (typeof value === 'number' && !Number.isFinite(value)) return null
  if (typeof value === 'string')
    return isNa(value) || hasFabricatedPlaceholder(value) ? null : value
  if (value === null || !isContainer(value)) return value
  if (Array.isArray(value)) return value.map(replaceNonAnswers)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaceNonAnswers(item)]),
  )
}

/** The reply that models are told to give when the document does not contain the answer. */
export function isNa(text: string): boolean {
  return text.trim().toLowerCase() === 'na'
}
