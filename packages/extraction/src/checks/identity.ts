import { type AnyNumber, isContainer } from '@recto/exact-json/exact-number'
import type { Json, Question } from '@recto/provider-spec/answer'
import { findLegalForm } from '../built-in/legal-forms.ts'
import { findMeantTerms } from '../embedded/meant-terms.ts'
import { toDigit } from '../values/confusable.ts'
import { wordsOf } from '../values/fold.ts'
import { FieldValue, NotJudgedError, toCheckedDay, toCheckedNumber } from './field-value.ts'

/** Role of a field by which a document is recognized, whatever its file looks like. */
export type FieldRole = 'seller' | 'number' | 'order' | 'date' | 'total' | 'account'

/** Field of each role; a role without a clearly matching field is absent. */
export type FieldsByRole = Readonly<Partial<Record<FieldRole, string>>>

/** Normalized values by which documents are compared; null when a value is unknown. */
export type DocumentIdentity = Readonly<Record<FieldRole, string | null>>

/** Role of each EN 16931 term, as used for embedded data. */
const roleByTerm: Readonly<Record<string, FieldRole>> = {
  'BT-27': 'seller',
  'BT-1': 'number',
  'BT-13': 'order',
  'BT-2': 'date',
  'BT-112': 'total',
  'BT-115': 'total',
  'BT-84': 'account',
}

/**
 * Finds the question for each role by the meaning of its key and prompt; the first match counts.
 */
export function findFieldsByRole(questions: readonly Question[]): FieldsByRole {
  const fields: Partial<Record<FieldRole, string>> = {}
  for (const question of questions) {
    const role = roleByTerm[findMeantTerms(question)[0] ?? '']
    if (role && fields[role] === undefined) fields[role] = question.key
  }
  return fields
}

const normalizers: Readonly<Record<FieldRole, (value: ComparableScalar) => string | null>> = {
  seller: normalizeName,
  number: normalizeCode,
  order: normalizeCode,
  account: normalizeCode,
  date: (value) => readOrNull(value, toCheckedDay),
  total: (value) => readOrNull(value, (total) => toCheckedNumber(total).toFixed(2)),
}

/** Builds the identity of a document from its values. */
export function createIdentity(
  fields: FieldsByRole,
  values: Readonly<Record<string, Json>>,
): DocumentIdentity {
  const normalizeRole = (role: FieldRole) => {
    const key = fields[role]
    const value = key === undefined ? null : (values[key] ?? null)
    return value === null || isContainer(value) ? null : normalizers[role](value)
  }
  return {
    seller: normalizeRole('seller'),
    number: normalizeRole('number'),
    order: normalizeRole('order'),
    date: normalizeRole('date'),
    total: normalizeRole('total'),
    account: normalizeRole('account'),
  }
}

type ComparableScalar = string | boolean | AnyNumber

function readOrNull(value: ComparableScalar, read: (value: FieldValue) => string): string | null {
  try {
    return read(new FieldValue(value, '', { steps: 10, deadline: Number.POSITIVE_INFINITY }))
  } catch (error) {
    if (error instanceof NotJudgedError) return null
    throw error
  }
}

/** Normalizes a name without its legal form, which letterheads leave out. */
function normalizeName(value: ComparableScalar): string | null {
  const text = String(value)
  const form = findLegalForm(text)
  const name = form ? text.slice(0, form.index) + text.slice(form.index + form[0].length) : text
  return wordsOf(name).join(' ') || wordsOf(text).join(' ') || null
}

/**
 * Normalizes a code. Letters that are often misread for digits count as those digits: O for 0 in a
 * photograph.
 */
function normalizeCode(value: ComparableScalar): string | null {
  const code = wordsOf(String(value)).join('').toUpperCase()
  return [...code].map(toDigit).join('') || null
}
