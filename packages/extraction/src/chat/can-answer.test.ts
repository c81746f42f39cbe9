import { expect, test } from 'vitest'
import { canSayDay, canSayOf, canSayWho } from './can-answer.ts'

const makeQuestions = (prompt: string) => [{ prompt, type: 'date' }]

test.each<[question: string, row: string, isMeant: boolean]>([
  ['When was the gas bill paid', 'Payment due by 25 March 2026', false],
  ['When was the gas bill paid', 'Paid on 20 March 2026', true],
  ['When must the gas bill be paid', 'Payment due by 25 March 2026', true],
  ['Wann wurde die Rechnung bezahlt', 'Rechnungsdatum: 19.01.2026', false],
  ['Wann wurde die Rechnung bezahlt', 'Betrag dankend erhalten am 21.01.2026', true],
  ['Wann wurde die Miete bezahlt', '02.02.2026 Miete Februar -780,00', true],
  ['Quand la facture a été payée', 'Échéance : 08/03/2026', false],
  ['When was Daniela paid', 'Pay date: 27 February 2026', true],
  ['When was the report written', 'Date: 25 March 2026', true],
])('%s: %s', (question, row, isMeant) => {
  expect(canSayDay(makeQuestions(question), row)).toBe(isMeant)
})

test('an empty line for a signature names nobody', () => {
  expect(canSayWho('Wer hat die Ware erhalten', 'Ware erhalten: ______')).toBe(false)
  expect(canSayWho('Wer hat die Ware erhalten', 'Ware erhalten: Ilse Overkamp')).toBe(true)
  expect(canSayWho('Wann kam die Ware', 'Ware erhalten: 12.02.2026')).toBe(true)
})

test('a row that only mentions somebody says nothing of what is asked about them', () => {
  const row = '5. The caretaker of the building can be reached on 01904 496 118.'

  expect(canSayOf(['caretaker'], 'What is the rent of the caretaker', row)).toBe(false)
  expect(canSayOf(['caretaker'], 'How can the caretaker be reached', row)).toBe(true)
  expect(canSayOf([], 'What is the rent', row)).toBe(true)
})
