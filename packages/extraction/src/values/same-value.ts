import { isContainer, readNumber, toPlainDigits } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import type { FieldType } from '@recto/provider-spec/answer'
import { fold } from './fold.ts'
import { parseBoolean } from './parse-boolean.ts'
import { parseDate } from './parse-date.ts'
import { parseNumber } from './parse-number.ts'

/** Text of a value; null when the document does not contain it. */
type ValueText = string | null

const comparisonByType: Readonly<Record<string, (a: string, b: string) => boolean>> = {
  text: isSameText,
  email: isSameText,
  number: (a, b) => haveSameReading(a, b, readDigits),
  date: (a, b) => haveSameReading(a, b, readDay),
  boolean: (a, b) => haveSameReading(a, b, parseBoolean),
}

const normalizeText = (text: string) =>
  fold(text.normalize('NFKC')).split(/\s+/).filter(Boolean).join(' ')

/**
 * Whether two texts state the same value: numbers and dates in any notation, lists and objects part
 * by part, and texts without regard to case, accents and whitespace.
 */
export function isSameValue(
  type: FieldType | (string & {}),
  first: ValueText,
  second: ValueText,
): boolean {
  if (first === second) return true
  const a = first?.trim() ?? ''
  const b = second?.trim() ?? ''
  if (a === '' || b === '') return a === b
  return comparisonByType[type]?.(a, b) ?? isSamePart(parseJsonOrText(a), parseJsonOrText(b))
}

/** Compares the parsed values, or the texts when one of them cannot be parsed. */
function haveSameReading(a: string, b: string, read: (text: string) => unknown): boolean {
  const left = read(a)
  const right = read(b)
  return left === undefined || right === undefined ? isSameText(a, b) : left === right
}

const plainNumber = /^-?\d+(?:\.\d+)?$/

/**
 * Tries plain computer notation before the notations of people. Returns the digits, so that long
 * numbers are compared by all of them.
 */
function readDigits(text: string): string | undefined {
  const number = (plainNumber.test(text) ? readNumber(text) : undefined) ?? parseNumber(text)
  if (number === undefined) return undefined
  return toPlainDigits(typeof number === 'number' ? Number(number.toFixed(6)) : number)
}

/** Ignores a time of day beside the date. */
const readDay = (text: string) => parseDate(text)?.slice(0, 10)

function isSameText(a: string, b: string): boolean {
  return a === b || normalizeText(a) === normalizeText(b)
}

function parseJsonOrText(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return text
  }
}

function isSamePart(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((part, index) => isSamePart(part, b[index]))
  }
  if (isObject(a) && isObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].every((key) => isSamePart(a[key], b[key]))
  }
  if (isContainer(a) || isContainer(b)) return false
  return isSameScalar(String(a), String(b))
}

/** The type of a part is unknown, so any reading that both have in common counts. */
function isSameScalar(a: string, b: string): boolean {
  if (isSameText(a, b)) return true
  const isSameBy = (read: (text: string) => unknown) => {
    const left = read(a)
    return left !== undefined && left === read(b)
  }
  return isSameBy(readDay) || isSameBy(readDigits)
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isContainer(value) && !Array.isArray(value)
