import type { Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerFromEmbedded } from './answer-from-embedded.ts'
import { readMachineReadableZones } from './machine-readable-zone.ts'

/** The specimens of ICAO Doc 9303. */
const passport = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
]
const card = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
]
const large = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6']
const zones = (lines: readonly string[]) =>
  readMachineReadableZones(monospacedDocument(['Utopia', ...lines].join('\n')))

describe('what is no zone, or a broken one', () => {
  test('lines of other lengths and letters are passed over', () => {
    for (const lines of [[], ['P<UTO'], [passport[0] ?? ''], passport.map((line) => line.slice(1))])
      expect(zones(lines)).toEqual({ values: [], problems: [] })
  })

  test('a field whose check digit is wrong is doubtful, and the others are not', () => {
    const [first = '', second = ''] = passport

    const { problems } = zones([first, second.replace('740812', '740813')])

    expect(problems).toMatchObject([{ source: 'mrz', terms: ['mrz:date-of-birth'] }])
  })

  test('where only the last digit is wrong, all of it is doubtful', () => {
    const [first = '', second = ''] = passport

    expect(zones([first, `${second.slice(0, -1)}1`]).problems[0]?.terms).toHaveLength(10)
  })
})

test.each([
  ['a passport', passport, 'L898902C3'],
  ['a card', card, 'D23145890'],
  ['a larger card', large, 'D23145890'],
])('the fields of %s', (_, lines, number) => {
  const { values, problems } = zones(lines)

  expect(problems).toEqual([])
  expect(Object.fromEntries(values.map(({ name, value }) => [name, value]))).toMatchObject({
    surname: 'ERIKSSON',
    'given-names': 'ANNA MARIA',
    'document-number': number,
    nationality: 'UTO',
    'issuing-state': 'UTO',
    sex: 'F',
    'date-of-birth': '1974-08-12',
    'expiry-date': '2012-04-15',
  })
})

test('questions are answered from a zone, and print that says something else contradicts it', async () => {
  const questionOf = (key: string, prompt: string, type: Question['type'] = 'text') => ({
    key,
    prompt,
    type,
  })
  const print = monospacedDocument(
    ['Surname: LINDQVIST', 'Date of birth: 12 August 1974', '', ...passport].join('\n'),
  )
  const noData = { values: [], problems: [] }

  const answers = await answerFromEmbedded(print, noData, [
    questionOf('surname', 'What is the surname?'),
    questionOf('born', 'What is the date of birth?', 'date'),
    questionOf('passport_number', 'Passport number'),
  ])

  expect(answers.map(({ value }) => value)).toEqual(['ERIKSSON', '1974-08-12', 'L898902C3'])
  expect(answers[0]?.note).toMatch(/mrz: surname says “ERIKSSON”, page 1 says “LINDQVIST”/)
  expect(answers[1]).not.toHaveProperty('note')
})
