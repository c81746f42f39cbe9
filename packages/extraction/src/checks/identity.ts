import type { Json, Question } from '@recto/provider-spec/answer'
import { legalFormIn } from '../built-in/legal-forms.ts'
import { meantTerms } from '../embedded/meant-terms.ts'
import { asDigit } from '../values/confusable.ts'
import { wordsOf } from '../values/fold.ts'
import { dayOf, FieldValue, NotJudgedError, numberOf } from './field-value.ts'

/** By what a document is recognised, however its file looks. */
export type RoleOfField = 'seller' | 'number' | 'order' | 'date' | 'total' | 'account'

/** Which field tells what; without what no field plainly asks for. */
export type FieldsByRole = Readonly<Partial<Record<RoleOfField, string>>>

/** As documents are compared: written in one way only, null where it is not known. */
export type DocumentIdentity = Readonly<Record<RoleOfField, string | null>>

/** By the terms of EN 16931, as embedded data knows them. */
const roleOfTerm: Readonly<Record<string, RoleOfField>> = {
  'BT-27': 'seller',
  'BT-1': 'number',
  'BT-13': 'order',
  'BT-2': 'date',
  'BT-112': 'total',
  'BT-115': 'total',
  'BT-84': 'account',
}

/** Which questions ask for what a document is recognised by, by the meaning of their keys and words; the first one counts. */
export function fieldsByRole(questions: readonly Question[]): FieldsByRole {
  const found: Partial<Record<RoleOfField, string>> = {}
  for (const question of questions) {
    const role = roleOfTerm[meantTerms(question)[0] ?? '']
    if (role && found[role] === undefined) found[role] = question.key
  }
  return found
}

/** What a document is recognised by, of its values. */
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
    ...{ seller: of('seller'), number: of('number'), order: of('order') },
    ...{ date: of('date'), total: of('total'), account: of('account') },
  }
}

type Scalar = string | number | boolean

const written: Readonly<Record<RoleOfField, (value: Scalar) => string | null>> = {
  seller: writtenName,
  number: writtenCode,
  order: writtenCode,
  account: writtenCode,
  date: (value) => readAs(value, dayOf),
  total: (value) => readAs(value, (total) => numberOf(total).toFixed(2)),
}

function readAs(value: Scalar, read: (value: FieldValue) => string): string | null {
  try {
    return read(new FieldValue(value, '', { steps: 10, until: Number.POSITIVE_INFINITY }))
  } catch (error) {
    if (error instanceof NotJudgedError) return null
    throw error
  }
}

/** Without its legal form, which letterheads leave out. */
function writtenName(value: Scalar): string | null {
  const text = String(value)
  const form = legalFormIn(text)
  const name = form ? text.slice(0, form.index) + text.slice(form.index + form[0].length) : text
  return wordsOf(name).join(' ') || wordsOf(text).join(' ') || null
}

/** Letters that are read for digits count as these: a photograph says O for 0. */
function writtenCode(value: Scalar): string | null {
  const code = wordsOf(String(value)).join('').toUpperCase()
  return [...code].map(asDigit).join('') || null
}
