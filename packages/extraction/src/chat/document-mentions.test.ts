import { expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { parseChatQuestion } from './chat-question.ts'
import { findMentions } from './document-mentions.ts'

const invoice = monospacedDocument(`
Harbour Tools Ltd
12 Quay Street, Cardiff

INVOICE

Invoice number: HT-4471
Invoice date: 4 March 2026

Total  118.00 EUR`)

const ask = async (question: string, fileName = 'scan-17.pdf') =>
  (await findMentions(invoice, { fileName, question })).question.prompt

test.each([
  ['What is the invoice number of the Harbour Tools invoice?', 'What is the invoice number'],
  ['Harbour Tools: how much is the total?', 'how much is the total'],
  ['Wie lautet die Rechnungsnummer bei Harbour Tools?', 'Wie lautet die Rechnungsnummer'],
  ['Quelle est la date de la facture de Harbour Tools ?', 'Quelle est la date de la facture'],
  ['What is the e-mail address in the invoice?', 'What is the e-mail address'],
  ['Who is the customer?', 'Who is the customer'],
])('what is asked in %j is %j', async (question, wording) => {
  expect(await ask(question)).toBe(wording)
})

test('plurals that ask about several documents ask each for one value', async () => {
  const { question, isOfKind } = await findMentions(invoice, {
    fileName: 'a.pdf',
    question: 'Wie hoch sind die Gesamtbeträge aller Rechnungen?',
  })

  expect(isOfKind).toBe(true)
  expect(question).toMatchObject({ type: 'number', prompt: expect.stringContaining('total') })
})

test('a document is also named by the words of its file', async () => {
  const mentionsIn = async (fileName: string) =>
    (await findMentions(invoice, { fileName, question: 'the total of Blue Lagoon' })).words

  expect(await mentionsIn('BlueLagoon2026.pdf')).toEqual([
    { index: 3, isInName: true },
    { index: 4, isInName: true },
  ])
  expect(await mentionsIn('scan-17.pdf')).toEqual([])
})

test.each([
  ['What is the invoice number of the Siemens invoice?', ['siemens']],
  ['How much did we pay Microsoft?', ['microsoft']],
  ['Wie hoch ist der Betrag der Rechnung von Vodafone?', ['vodafone']],
  ['What is the total?', []],
  ['Wie hoch ist der Rechnungsbetrag?', []],
])('%j names %j', (question, names) => {
  const { words } = parseChatQuestion(question)

  expect(words.filter(({ isNameLike }) => isNameLike).map(({ word }) => word)).toEqual(names)
})
