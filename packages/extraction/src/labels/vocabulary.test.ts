import { describe, expect, test } from 'vitest'
import { fold } from '../values/fold.ts'
import { languages } from '../vocabulary/languages.ts'
import { type BusinessField, businessFields } from './business-fields.ts'
import { columnKinds } from './column-kinds.ts'
import { nameOfPhrase } from './phrases.ts'

/** Each phrase with the fields that it labels. */
function fieldsByPhrase(): ReadonlyMap<string, ReadonlySet<BusinessField>> {
  const found = new Map<string, Set<BusinessField>>()
  for (const field of businessFields) {
    for (const phrase of [...field.labels, ...field.weakLabels]) {
      const name = nameOfPhrase(phrase)
      found.set(name, (found.get(name) ?? new Set()).add(field))
    }
  }
  return found
}

describe('the words of all languages', () => {
  test('contradict each other nowhere: none labels two fields whose values look alike', () => {
    const contradictions = [...fieldsByPhrase()].flatMap(([phrase, fields]) => {
      const kinds = [...fields].map(({ kind }) => kind)
      const names = [...fields].map(({ name }) => name)
      return new Set(kinds).size < kinds.length ? [`${phrase}: ${names.join(', ')}`] : []
    })

    expect(contradictions).toEqual([])
  })

  test('name one month each, whatever the language', () => {
    const monthsOf = new Map<string, Set<number>>()
    for (const { months } of languages) {
      for (const [month, names] of months.entries()) {
        for (const name of names.map(fold)) {
          monthsOf.set(name, (monthsOf.get(name) ?? new Set()).add(month + 1))
        }
      }
    }

    expect([...monthsOf].filter(([, months]) => months.size > 1)).toEqual([])
  })

  test('say something: no label is nothing but a word for a number, or a letter', () => {
    const empty = [...fieldsByPhrase().keys()].filter(
      (phrase) => !phrase.split(' ').some((word) => word.length > 1 && word !== 'number'),
    )

    expect(empty).toEqual([])
  })
})

describe.each(languages.map((language) => [language.language, language] as const))(
  '%s',
  (_, language) => {
    test('names only fields and columns that there are', () => {
      const fields = new Set<string>(businessFields.map(({ name }) => name))
      const named = [language.labels, language.weakLabels, language.asked].flatMap(Object.keys)
      const columns = new Set<string>(columnKinds)

      expect(named.filter((name) => !fields.has(name))).toEqual([])
      expect(Object.keys(language.columns).filter((name) => !columns.has(name))).toEqual([])
    })

    test('labels what every invoice has, and has twelve months', () => {
      const least = ['invoice-number', 'date', 'due-date', 'total', 'net', 'tax', 'customer-name']

      expect(least.filter((name) => language.labels[name] === undefined)).toEqual([])
      expect(language.months).toHaveLength(12)
    })
  },
)
