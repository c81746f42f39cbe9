import type { FieldType } from '@recto/provider-spec/answer'
import { booleanOf } from './boolean-of.ts'
import { fold } from './fold.ts'
import { parseDate } from './parse-date.ts'
import { parseNumber } from './parse-number.ts'

/** Null: the document does not say. */
type Written = string | null

/**
 * Whether two texts of a value say the same: numbers and dates however they are written, lists and objects
 * part by part, and texts without regard to case, accents and blanks.
 */
export function sameValue(type: FieldType | (string & {}), one: Written, other: Written): boolean {
  if (one === other) return true
  const [a, b] = [one?.trim() ?? '', other?.trim() ?? '']
  if (a === '' || b === '') return a === b
  return readers[type]?.(a, b) ?? samePart(jsonOf(a), jsonOf(b))
}

const readers: Readonly<Record<string, (a: string, b: string) => boolean>> = {
  text: sameText,
  email: sameText,
  number: (a, b) => sameReading(a, b, numberOf),
  date: (a, b) => sameReading(a, b, dayOf),
  boolean: (a, b) => sameReading(a, b, booleanOf),
}

/** By what both are read as; as texts where one of them cannot be. */
function sameReading(a: string, b: string, read: (text: string) => unknown): boolean {
  const [left, right] = [read(a), read(b)]
  return left === undefined || right === undefined ? sameText(a, b) : left === right
}

/** As a computer writes it, before it is read as people do. */
function numberOf(text: string): number | undefined {
  const plain = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : parseNumber(text)
  return plain === undefined ? undefined : Number(plain.toFixed(6))
}

/** A time of day beside it says nothing of the day. */
const dayOf = (text: string) => parseDate(text)?.slice(0, 10)

function sameText(a: string, b: string): boolean {
  return a === b || wordsOf(a) === wordsOf(b)
}

const wordsOf = (text: string) =>
  fold(text.normalize('NFKC')).split(/\s+/).filter(Boolean).join(' ')

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function samePart(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((part, place) => samePart(part, b[place]))
  }
  if (isObject(a) && isObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].every((key) => samePart(a[key], b[key]))
  }
  if (typeof a === 'object' || typeof b === 'object') return false
  return sameScalar(String(a), String(b))
}

/** What it is of is not said, so that whatever both can be read as counts. */
function sameScalar(a: string, b: string): boolean {
  if (sameText(a, b)) return true
  const same = (read: (text: string) => unknown) => {
    const left = read(a)
    return left !== undefined && left === read(b)
  }
  return same(dayOf) || same(numberOf)
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
