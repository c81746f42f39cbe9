import { expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

async function ask(text: string, prompt: string) {
  const [answer] = await answerWithoutModel(monospacedDocument(text), [
    { key: 'field_1', prompt, type: 'text' },
  ])
  return answer
}

const invoice = `
 Bramley Joinery Ltd
 4 Mill Lane, Leeds LS1 4AB

 Invoice no. 2041
 Bill to: Oakfield Lettings

 Total    240.00
`

test.each([
  'Who is the landlord?',
  'Name of the insurance company',
  'Which hospital issued this?',
  'Who is the employer?',
  'Wer ist der Versicherer?',
  'Nom du bailleur',
  'Nombre del paciente',
  "What is the tenant's name?",
])('a document that shows no such party has no answer: %s', async (prompt) => {
  const answer = await ask(invoice, prompt)

  expect(answer?.value).toBeNull()
})

test('the reason names the party', async () => {
  const answer = await ask(invoice, 'Who is the landlord?')

  expect(answer?.explanation).toEqual({ missing: { kind: 'no-role', role: 'landlord' } })
})

test.each([
  ['Who is the employer?', ' Payslip for May 2025', 'Bramley Joinery Ltd'],
  ['Name of the insurer', ' Household policy 88-2', 'Bramley Joinery Ltd'],
] as const)('the title can show the party: %s', async (prompt, title, name) => {
  const answer = await ask(invoice.replace(' Invoice no. 2041', title), prompt)

  expect(answer?.value).toBe(name)
})

test('a label can name the party', async () => {
  const answer = await ask(`${invoice}\n Landlord: Peter Oakfield\n`, 'Who is the landlord?')

  expect(answer?.value).toBe('Peter Oakfield')
})

test('the name can show the line of business', async () => {
  const document = invoice.replace('Bramley Joinery Ltd', 'Bramley General Hospital Ltd')
  const answer = await ask(document, 'Which hospital issued this?')

  expect(answer?.value).toBe('Bramley General Hospital Ltd')
})
