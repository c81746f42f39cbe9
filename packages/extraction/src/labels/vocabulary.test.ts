import { describe, expect, test } from 'vitest'
import { fold } from '../values/fold.ts'
import { languages } from '../vocabulary/languages.ts'
import { type BusinessField, businessFields } from './business-fields.ts'
import { columnKinds } from './column-kinds.ts'
import { toPhraseKey } from './phrases.ts'

/** The fields that each phrase labels. */
function fieldsByPhrase(): ReadonlyMap<string, ReadonlySet<BusinessField>> {
  const fieldsByName = new Map<string, Set<BusinessField>>()
  for (const field of businessFields) {
    for (const phrase of [...field.labels, ...field.weakLabels]) {
      const name = toPhraseKey(phrase)
      fieldsByName.set(name, (fieldsByName.get(name) ?? new Set()).add(field))
    }
  }
  return fieldsByName
}

describe('the words of all languages', () => {
  test('are unambiguous: no phrase labels two fields of the same kind', () => {
    const contradictions = [...fieldsByPhrase()]
      .map(([phrase, fields]) => {
        const kinds = [...fields].map(({ kind }) => kind)
        const names = [...fields].map(({ name }) => name)
        return new Set(kinds).size < kinds.length ? `${phrase}: ${names.join(', ')}` : undefined
      })
      .filter((value) => value !== undefined)

    expect(contradictions).toEqual([])
  })

  test('name only one month each, in all languages', () => {
    const monthsByName = new Map<string, Set<number>>()
    for (const { months } of languages) {
      for (const [month, names] of months.entries()) {
        for (const name of names.map(fold)) {
          monthsByName.set(name, (monthsByName.get(name) ?? new Set()).add(month + 1))
        }
      }
    }

    expect([...monthsByName].filter(([, months]) => months.size > 1)).toEqual([])
  })

  test('include no label that is only a word for a number or a single letter', () => {
    const empty = [...fieldsByPhrase().keys()].filter(
      (phrase) => !phrase.split(' ').some((word) => word.length > 1 && word !== 'number'),
    )

    expect(empty).toEqual([])
  })
})

describe.each(languages.map((language) => [language.language, language] as const))(
  '%s',
  (_, language) => {
    test('uses only existing names of fields and columns', () => {
      const fields = new Set<string>(businessFields.map(({ name }) => name))
      const fieldNames = [language.labels, language.weakLabels, language.asked].flatMap(Object.keys)
      const columnNames = new Set<string>(columnKinds)

      expect(fieldNames.filter((name) => !fields.has(name))).toEqual([])
      expect(Object.keys(language.columns).filter((name) => !columnNames.has(name))).toEqual([])
    })

    test('labels the fields of every invoice, and has twelve months', () => {
      const requiredFields = [
        'invoice-number',
        'date',
        'due-date',
        'total',
        'net',
        'tax',
        'customer-name',
      ]

      expect(requiredFields.filter((name) => language.labels[name] === undefined)).toEqual([])
      expect(language.months).toHaveLength(12)
    })
  },
)
