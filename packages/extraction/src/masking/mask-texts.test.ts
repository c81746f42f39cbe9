import { describe, expect, test } from 'vitest'
import { fabricatedPlaceholder } from '../values/non-answers.ts'
import { hideValues, maskTexts } from './mask-texts.ts'
import type { MaskingSettings } from './masking-settings.ts'
import { unmaskText } from './unmask-text.ts'

const all: MaskingSettings = {
  kinds: ['iban', 'card', 'phone', 'email', 'tax_id'],
  words: ['Anna Schmidt', 'Müller', 'Project "Falcon" Alpha'],
  countries: ['DE', 'US'],
}
const mask = (text: string, settings = all) =>
  maskTexts({ texts: [text], settings, scope: 'a document' })

/** Replaces the code of each placeholder and keeps its description of the value. */
const maskKinds = (text: string, settings = all) =>
  mask(text, settings).texts[0]?.replace(/-[A-Z]{5}\]/g, ']')

describe('what is masked', () => {
  test.each([
    ['IBAN DE89 3704 0044 0532 0130 00.', 'IBAN [IBAN].'],
    ['IBAN: de89370400440532013000', 'IBAN: [IBAN]'],
    ['IBAN DE89 3704 0044\n     0532 0130 00 BIC', 'IBAN [IBAN] BIC'],
    ['DE89 3704 0O44 0532 0130 01', '[IBAN]'],
    ['GB29-NWBK-6016-1331-9268-19', '[IBAN]'],
    ['Karte 4111 1111 1111 1111 bis 09/27', 'Karte [CARD] bis 09/27'],
    ['3782 822463 10005', '[CARD]'],
    ['4111111111111112', '4111111111111112'],
    ['Tel. 030/123 45 67', 'Tel. [PHONE]'],
    ['(030) 901820', '[PHONE]'],
    ['+49 (0) 30 901820-15', '[PHONE]'],
    ['0049 30 901820', '[PHONE]'],
    ['Call +1 212-555-2368 now', 'Call [PHONE] now'],
    ['Phone: (212) 736-5000', 'Phone: [PHONE]'],
    ['Fax 12\u00a034\u00a056', 'Fax [PHONE]'],
    ['mail anna.schmidt@acme-corp.example, please', 'mail [EMAIL], please'],
    ['billing@\n    acme.example.com', '[EMAIL]'],
    ['VAT DE 123 456 789', 'VAT [TAXID]'],
    ['USt-IdNr.: ATU12345678', 'USt-IdNr.: [TAXID]'],
    ['Steuernummer: 12/345/67890', 'Steuernummer: [TAXID]'],
    ['EIN 12-3456789', 'EIN [TAXID]'],
    ['SSN 123-45-6789', 'SSN [TAXID]'],
    ['CPF 123.456.789-09', 'CPF [TAXID]'],
    ['Codice fiscale RSSMRA85T10A562S', 'Codice fiscale [TAXID]'],
    ['CHE-123.456.789 MWST', '[TAXID] MWST'],
    ['SIRET 732 829 320 00074', 'SIRET [TAXID]'],
    ['Tax ID: 98 765 432 109 and more', 'Tax ID: [TAXID] and more'],
    ['Dear ANNA\n   SCHMIDT,', 'Dear [NAME],'],
    ['Müllers Rechnung, MULLER', '[NAME]s Rechnung, [NAME]'],
    ['Müllerstraße', 'Müllerstraße'],
    ['project Falcon alpha', '[NAME]'],
    ['Mobile 212-736-5000 or 212.736.5001', 'Mobile [PHONE] or [PHONE]'],
  ])('%j', (text, expectedText) => {
    expect(maskKinds(text)).toBe(expectedText)
  })

  test.each([
    'Total 1,234.56 EUR, tax 19.00 % 234.57, date 2026-03-05, due 05.03.2026',
    'Invoice 4711-0815, order 12345678, article 100-200, 12 x 3.50 = 42.00',
    'VAT 19% 120.00 4000.00',
    'Qty 1 2 3 4 5 6 7 8 9 10',
    'DE is a country; IT 12 systems',
  ])('nothing of %j', (text) => {
    expect(maskKinds(text)).toBe(text)
  })

  test('only what is chosen, and values of prompts as they are given', () => {
    const text = 'Anna Schmidt, anna@acme.example, total 1.469,06'
    expect(maskKinds(text, { kinds: [], words: [] })).toBe(text)
    expect(maskKinds(text, { kinds: [], words: [], values: ['1.469,06'] })).toBe(
      'Anna Schmidt, anna@acme.example, total [VALUE]',
    )
    expect(hideValues(text, all)).toBe('[NAME], [EMAIL], total 1.469,06')
  })

  test('of two values that overlap nothing is left', () => {
    const settings = { kinds: ['email'] as const, words: ['write to anna', 'example today'] }
    expect(maskKinds('write to anna@acme.example today', settings)).toBe('[NAME][EMAIL][NAME]')
  })
})

describe('placeholders', () => {
  test('are the same for the same value however it is written, and others in another scope', () => {
    const text =
      'DE89 3704 0044 0532 0130 00 and DE89370400440532013000 or +49 30 901820, 030 901820'
    const { texts, masked: maskedValues } = mask(text)
    const placeholders = texts[0]?.match(/\[[A-Z]+-[A-Z]{5}\]/g) ?? []
    expect(placeholders).toHaveLength(4)
    expect([placeholders[0], placeholders[2]]).toEqual([placeholders[1], placeholders[3]])
    expect(maskedValues.map(({ original }) => original)).toEqual([
      'DE89370400440532013000',
      '030 901820',
    ])
    const otherScope = maskTexts({ texts: [text], settings: all, scope: 'another document' })
    expect(otherScope.texts).not.toEqual(texts)
  })

  test('a text that has their form already comes back as it was', () => {
    const text = 'Use [IBAN-1] or [NAME-BCDFG] and IBAN-BCDFG, iban number'
    const { texts, masked: maskedValues } = mask(text)
    expect(texts[0]).toMatch(
      /^Use \[TEXT-\w{5}\] or \[TEXT-\w{5}\] and \[TEXT-\w{5}\], iban number$/,
    )
    expect(unmaskText(texts[0] ?? '', maskedValues)).toBe(text)
  })

  test('thousands of values have thousands of placeholders', () => {
    const words = Array.from({ length: 5000 }, (_, i) => `word${i}`)
    const text = words.join(', ')
    const { texts, masked: maskedValues } = mask(text, { kinds: [], words })
    expect(new Set(maskedValues.map(({ placeholder }) => placeholder)).size).toBe(5000)
    expect(unmaskText(texts[0] ?? '', maskedValues)).toBe(text)
  })
})

describe('what comes back', () => {
  const { texts, masked: maskedValues } = mask(
    'IBAN DE89370400440532013000 of Project "Falcon" Alpha, anna@acme.example',
  )
  const [iban = '', project = ''] = texts[0]?.match(/\[[A-Z]+-[A-Z]{5}\]/g) ?? []
  const code = iban.slice(6, 11)
  const value = 'DE89370400440532013000'
  const back = (text: string, options = {}) => unmaskText(text, maskedValues, options)

  test.each([
    ['as it was', iban],
    ['in small letters', iban.toLowerCase()],
    ['without its brackets', `IBAN-${code}`],
    ['without one bracket', `[IBAN-${code}`],
    ['with a blank', `[IBAN ${code}]`],
    ['with a dash', `[IBAN–${code}]`],
    ['escaped', `\\[IBAN-${code}\\]`],
    ['with another kind', `[NAME-${code}]`],
    ['with a letter too few', `[IBAN-${code.slice(1)}]`],
    ['with a letter too many', `[IBAN-${code}Z]`],
  ])('a placeholder %s is mended', (_, placeholder) => {
    expect(back(`It is ${placeholder}.`)).toBe(`It is ${value}.`)
  })

  test.each(['[IBAN-1]', '[IBAN-99]', '[PHONE-XXXXX]', '[iban-bbb]'])(
    '%s was made up, and never comes through',
    (placeholder) => {
      expect(back(`It is ${placeholder}.`)).toBe(`It is ${fabricatedPlaceholder}.`)
      expect(back(`It is ${placeholder}.`, { isProse: true })).toBe('It is ….')
    },
  )

  test('one that may be two is made up', () => {
    const two = [
      { placeholder: '[IBAN-BCDFG]', original: 'one' },
      { placeholder: '[IBAN-BCDFH]', original: 'two' },
    ]
    expect(unmaskText('[IBAN-BCDFJ]', two)).toBe(fabricatedPlaceholder)
  })

  test('inside of JSON it is a part of a JSON text', () => {
    expect(JSON.parse(back(`{"name": "${project}", "iban": "${iban}"}`))).toEqual({
      name: 'Project "Falcon" Alpha',
      iban: value,
    })
    expect(back(project)).toBe('Project "Falcon" Alpha')
  })

  test('of a text that is cut no half of one is left', () => {
    expect(back(`It is ${iban.slice(0, 8)}`, { isCut: true })).toBe('It is ')
    expect(back('a [1', { isCut: true })).toBe('a [1')
    expect(back('the phone number, IBAN transfer, text block')).toBe(
      'the phone number, IBAN transfer, text block',
    )
  })
})
