import type { Json, Question } from '@recto/provider-spec/answer'
import { findLegalForm } from '../built-in/legal-forms.ts'
import { meantTerms } from '../embedded/meant-terms.ts'
import { toDigit } from '../values/confusable.ts'
import { wordsOf } from '../values/fold.ts'
import { dayOf, FieldValue, NotJudgedError, numberOf } from './field-value.ts'

/** Role of a field by which a document is recognized, whatever its file looks like. */
export type RoleOfField = 'seller' | 'number' | 'order' | 'date' | 'total' | 'account'

/** Field of each role; a role without a clearly matching field is absent. */
export type FieldsByRole = Readonly<Partial<Record<RoleOfField, string>>>

/** Normalized values by which documents are compared; null when a value is unknown. */
export type DocumentIdentity = Readonly<Record<RoleOfField, string | null>>

/** Role of each EN 16931 term, as used for embedded data. */
const roleOfTerm: Readonly<Record<string, RoleOfField>> = {
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
export function fieldsByRole(questions: readonly Question[]): FieldsByRole {
  const found: Partial<Record<RoleOfField, string>> = {}
  for (const question of questions) {
    const role = roleOfTerm[meantTerms(question)[0] ?? '']
    if (role && found[role] === undefined) found[role] = question.key
  }
  return found
}

const written: Readonly<Record<RoleOfField, (value: Scalar) => string | null>> = {
  seller: writtenName,
  number: writtenCode,
  order: writtenCode,
  account: writtenCode,
  date: (value) => readAs(value, dayOf),
  total: (value) => readAs(value, (total) => numberOf(total).toFixed(2)),
}

/** Builds the identity of a document from its values. */
export function identityOf(
  fields: FieldsByRole,
  values: Readonly<Record<string, Json>>,
): DocumentIdentity {
  const of = (role: RoleOfField) => {
    const key = fields[role]
    const value = key === undefined ? null : (values[key] ?? null)
    return value === null || typeof value === 'object' ? null : written[role](value)
  }
  return {
    seller: of('seller'),
    number: of('number'),
    order: of('order'),
    date: of('date'),
    total: of('total'),
    account: of('account'),
  }
}

type Scalar = string | number | boolean

function readAs(value: Scalar, read: (value: FieldValue) => string): string | null {
  try {
    return read(new FieldValue(value, '', { steps: 10, until: Number.POSITIVE_INFINITY }))
  } catch (error) {
    if (error instanceof NotJudgedError) return null
    throw error
  }
}

/** Normalizes a name without its legal form, which letterheads leave out. */
function writtenName(value: Scalar): string | null {
  const text = String(value)
  const form = findLegalForm(text)
  const name = form ? text.slice(0, form.index) + text.slice(form.index + form[0].length) : text
  return wordsOf(name).join(' ') || wordsOf(text).join(' ') || null
}

/**
 * Normalizes a code. Letters that are often misread for digits count as those digits: O for 0 in a
 * photograph.
 */
function writtenCode(value: Scalar): string | null {
  const code = wordsOf(String(value)).join('').toUpperCase()
  return [...code].map(toDigit).join('') || null
}
