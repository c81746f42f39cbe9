import { expect, test } from 'vitest'
import { answerWithoutModel } from '../built-in/answer-without-model.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { chooseDocuments } from './choose-documents.ts'
import { findMentions } from './document-mentions.ts'

const files = {
  'scan-1.pdf': `
Harbour Tools Ltd
12 Quay Street, Cardiff

INVOICE
Bill to: Green Valley Farms
Invoice number: HT-4471
Invoice date: 4 March 2026
Total  118.00 EUR`,
  'scan-2.pdf': `
Müller & Söhne GmbH
Hauptstraße 3, Jena

RECHNUNG
Rechnungsnummer: 7-22
Rechnungsdatum: 02.02.2026
Gesamtbetrag  240,00 EUR`,
  'bank.pdf': `
Deutsche Bank AG
INVOICE
Invoice number: DB-1
Orange juice and cake
Total  10.00 EUR`,
  'lease-office.txt': `
LEASE AGREEMENT
between Anna Keller (Landlord) and Nordlicht Media Ltd (Tenant)
The monthly rent is 900.00 EUR. Objection period: 30 days.
The caretaker is Rosa Feldt.`,
  '3M_quote_2026.pdf': `
Quotation
Date: 01.01.2026
Total  77.00 EUR`,
}
type FileName = keyof typeof files
const documents = Object.entries(files).map(([name, text]) => ({
  name,
  text: monospacedDocument(text),
}))

async function choose(question: string, ...previousQuestions: readonly string[]) {
  const {
    scope,
    asksEach,
    documents: chosenDocuments,
  } = await chooseDocuments({
    documents,
    question,
    previousQuestions,
    findMentions: ({ name, text }, wording) =>
      findMentions(text, { fileName: name, question: wording }),
  })
  return {
    scope,
    asksEach,
    names: chosenDocuments.map(({ document }) => document.name),
    questions: chosenDocuments.flatMap(({ questions }) => questions.slice(0, 1)),
  }
}

test.each<[question: string, name: FileName, wording: string]>([
  [
    'What is the invoice number of the Harbour Tools invoice?',
    'scan-1.pdf',
    'What is the invoice number',
  ],
  ['harbour tools: how much is the total?', 'scan-1.pdf', 'how much is the total'],
  [
    'Wie lautet die Rechnungsnummer von Müller & Söhne?',
    'scan-2.pdf',
    'Wie lautet die Rechnungsnummer',
  ],
  ['Wie lautet die Rechnungsnummer von Mueller?', 'scan-2.pdf', 'Wie lautet die Rechnungsnummer'],
  ['Quelle est la date de la facture de Harbour Tools ?', 'scan-1.pdf', 'Quelle est la date'],
  ['What is the total of Harbuor Tools?', 'scan-1.pdf', 'What is the total'],
  ['What is the date of the 3M quote?', '3M_quote_2026.pdf', 'What is the date'],
  ['What is the total in bank.pdf?', 'bank.pdf', 'What is the total'],
  ['Total of Deutsche Bank AG', 'bank.pdf', 'Total'],
  // A question in verbs is asked by the label of its field.
  ['How much did we pay Harbour Tools?', 'scan-1.pdf', 'amount paid'],
  ['How much do we have to pay Harbour Tools?', 'scan-1.pdf', 'total amount'],
  ['How much must be paid to Harbour Tools?', 'scan-1.pdf', 'total amount'],
  ['How much money do we owe Harbour Tools?', 'scan-1.pdf', 'amount due'],
  ['How much is the Harbour Tools Invoice?', 'scan-1.pdf', 'total amount'],
  ['What did Harbour Tools charge us?', 'scan-1.pdf', 'total amount'],
  ['Wie viel haben wir Müller & Söhne bezahlt?', 'scan-2.pdf', 'amount paid'],
  ['Combien avons-nous payé à Harbour Tools ?', 'scan-1.pdf', 'amount paid'],
  ['What do we still owe Harbour Tools?', 'scan-1.pdf', 'amount due'],
  ['When does Harbour Tools want its money?', 'scan-1.pdf', 'due date'],
  ['Bis wann müssen wir Müller & Söhne bezahlen?', 'scan-2.pdf', 'due date'],
  ['When will Harbour Tools deliver?', 'scan-1.pdf', 'delivery date'],
  ['When was Harbour Tools paid?', 'scan-1.pdf', 'When was paid'],
  ['How much did Harbour Tools pay for the saw?', 'scan-1.pdf', 'How much pay for the saw'],
])('%j is about %s', async (question, name, wording) => {
  const choice = await choose(question)

  expect([choice.scope, choice.names]).toEqual(['named', [name]])
  expect(choice.questions.map(({ prompt }) => prompt)).toEqual([wording])
})

test.each([
  'What is the total of the Deutsche Telekom invoice?',
  'How much did we pay Siemens?',
  'Siemens: what is the total?',
  'what is the total of the siemens invoice?',
  'Wie hoch ist die Rechnung der Telekom?',
  'wie hoch ist die rechnung von siemens?',
  'Wie hoch ist die Siemens-Rechnung?',
  'What is the total of Siemens AG?',
])('%j names what no document has', async (question) => {
  expect((await choose(question)).scope).toBe('unknown')
})

test.each([
  'What is the total?',
  'What is the VAT on Monday?',
  'Hi Recto, what is the total?',
  'What is the total in the PDF?',
  'How long do we have to object?',
  'What is the fee for subscribing?',
  'What is the invoice no.? Thanks, Bob',
  'Qual é a data de vencimento?',
  'What is the total in EUR?',
])('%j names no document', async (question) => {
  expect((await choose(question)).scope).toBe('any')
})

/** Answers a question as a chat without a model does, from each document that it chooses. */
async function answer(texts: Readonly<Record<string, string>>, question: string) {
  const { documents: chosenDocuments } = await chooseDocuments({
    documents: Object.entries(texts).map(([name, text]) => ({
      name,
      text: monospacedDocument(text),
    })),
    question,
    previousQuestions: [],
    findMentions: ({ name, text }, wording) =>
      findMentions(text, { fileName: name, question: wording }),
  })
  const answers: Record<string, string | undefined> = {}
  for (const { document, questions } of chosenDocuments) {
    for (const one of questions) {
      const [first] = await answerWithoutModel(document.text, [one])
      const [evidence] = Array.isArray(first?.evidence) ? first.evidence : []
      answers[document.name] ??= evidence?.quote
    }
  }
  return answers
}

const acmeInvoice = `
Acme Ltd
12 Quay Street, Cardiff

INVOICE
Bill to: Green Valley Farms
Invoice number: HT-4471
Invoice date: 4 March 2026
Total  118.00 EUR`

test.each([
  ['How much have we paid Acme?', '50.00 EUR'],
  ['How much did we already pay Acme?', '50.00 EUR'],
  ['How much was paid by Green Valley Farms?', '50.00 EUR'],
  ['How much did Acme charge?', '118.00 EUR'],
  ['What do we still owe Acme?', '68.00 EUR'],
  ['Who has to pay Acme?', 'Green Valley Farms'],
  ['Wer hat Acme bezahlt?', 'Green Valley Farms'],
])('%j is answered by %j and by no other amount', async (question, quote) => {
  const text = `${acmeInvoice}\nAmount paid  50.00 EUR\nBalance due  68.00 EUR`

  expect(await answer({ 'a.pdf': text }, question)).toEqual({ 'a.pdf': quote })
})

test('what was paid is the total where a document states nothing else, and at a till', async () => {
  const receipt = `Acme Ltd\nRECEIPT\nTotal  29.30\nCash  50.00\nChange  20.70`

  expect(await answer({ 'a.pdf': acmeInvoice }, 'How much did we pay Acme?')).toEqual({
    'a.pdf': '118.00 EUR',
  })
  expect(await answer({ 'a.pdf': receipt }, 'How much did we pay Acme?')).toEqual({
    'a.pdf': '29.30',
  })
})

test.each([
  'How much did we spend on IT?',
  'Do they charge?',
  'Can we pay in US?',
  'What is it worth?',
  'How much did we pay Bill?',
])('%j is not answered with the total of every invoice', async (question) => {
  expect(await answer({ 'a.pdf': acmeInvoice }, question)).toEqual({ 'a.pdf': undefined })
})

test('money in an account is not what is owed to the bank', async () => {
  const statement = `Deutsche Bank AG\nAccount statement\nClosing balance  10.00 EUR\nAmount due  15.00 EUR`

  expect(
    await answer({ 'b.pdf': statement }, 'How much money do we have in Deutsche Bank?'),
  ).toEqual({ 'b.pdf': undefined })
})

test('several names choose the documents of each, and are removed from what is asked', async () => {
  const choice = await choose('What is the total of Harbour Tools and Müller?')

  expect(choice.names.toSorted()).toEqual(['scan-1.pdf', 'scan-2.pdf'])
  expect(choice.asksEach).toBe(true)
  expect(new Set(choice.questions.map(({ prompt }) => prompt))).toEqual(
    new Set(['What is the total']),
  )
})

test('a kind of document leaves those of the kind', async () => {
  expect((await choose('What is the monthly rent in the lease?')).names).toEqual([
    'lease-office.txt',
  ])
  const choice = await choose('Wie hoch sind die Gesamtbeträge aller Rechnungen?')

  expect([choice.scope, choice.asksEach]).toEqual(['all', true])
  expect(choice.names).not.toContain('lease-office.txt')
  expect(choice.questions[0]).toMatchObject({
    type: 'number',
    prompt: expect.stringContaining('total'),
  })
})

test.each([
  'total per invoice',
  'For each invoice: what is the total?',
  'Gesamtbetrag pro Rechnung',
  'Wie hoch ist der Gesamtbetrag je Rechnung?',
  'How much is each invoice?',
])('%j is asked of every invoice', async (question) => {
  const choice = await choose(question)

  expect([choice.scope, choice.asksEach]).toEqual(['all', true])
  expect(choice.names.toSorted()).toEqual(['bank.pdf', 'scan-1.pdf', 'scan-2.pdf'])
  expect(choice.questions.map(({ prompt }) => prompt).join(' ')).not.toMatch(/invoice|rechnung/i)
})

test('a plural that every document is asked for is one value of each', async () => {
  const choice = await choose('invoice numbers of all invoices')

  expect(new Set(choice.questions.map(({ prompt }) => prompt))).toEqual(new Set(['invoice number']))
})

test('a price in something per something else is asked of no more documents than before', async () => {
  expect((await choose('What is the price per box?')).asksEach).toBe(false)
})

test('a whole name wins over a part of another, unless every document is meant', async () => {
  const text = (name: string) =>
    monospacedDocument(`${name}\n1 Quay Street\n\nINVOICE\nTotal  1.00 EUR`)
  const shops = [
    { name: 'a.pdf', text: text('Northwind Ltd') },
    { name: 'b.pdf', text: text('Northwind Express Services Ltd') },
  ]
  const longNames = [
    ...shops,
    { name: 'c.pdf', text: text('Star Ltd') },
    { name: 'd.pdf', text: text('Star Alliance Travel Ltd') },
  ]
  const namesOf = async (question: string) => {
    const choice = await chooseDocuments({
      documents: longNames,
      question,
      previousQuestions: [],
      findMentions: ({ name, text }, wording) =>
        findMentions(text, { fileName: name, question: wording }),
    })
    return choice.documents.map(({ document }) => document.name)
  }

  expect(await namesOf('What is the total of Northwind?')).toEqual(['a.pdf'])
  expect(await namesOf('What are the totals of all Northwind invoices?')).toEqual([
    'a.pdf',
    'b.pdf',
  ])
  expect(await namesOf('What is the total of Star?')).toEqual(['c.pdf'])
  // The name that says most of what was asked for wins over a shorter one that is whole.
  expect(await namesOf('What is the total of Star Alliance?')).toEqual(['d.pdf'])
  expect(await namesOf('How much did we pay Northwind Express Services?')).toEqual(['b.pdf'])
  expect(await namesOf('totals of all Star Alliance invoices')).toEqual(['d.pdf'])
})

test('the name of somebody in a text is left out of a second wording, and a price keeps its item', async () => {
  const wordingsOf = async (question: string) => {
    const { documents: chosenDocuments } = await chooseDocuments({
      documents,
      question,
      previousQuestions: [],
      findMentions: ({ name, text }, wording) =>
        findMentions(text, { fileName: name, question: wording }),
    })
    const chosenDocument = chosenDocuments.find(
      ({ document }) => document.name === 'lease-office.txt',
    )
    return chosenDocument?.questions.map(({ prompt }) => prompt)
  }

  expect(await wordingsOf("What is Rosa Feldt's objection period in the lease?")).toEqual([
    "What is Rosa Feldt's objection period",
    'What is objection period',
    'Rosa Feldt objection period',
    'objection period',
  ])
  expect(await wordingsOf('What is the rent of Rosa Feldt in the lease?')).toEqual([
    'What is the rent',
    'rent',
  ])
})

test('a question that refers to what was said is about the documents of that', async () => {
  const first = 'What is the total of the Harbour Tools invoice?'
  const byReference = await choose('And its date?', first)
  const twiceRemoved = await choose('And its number?', 'And its date?', first)
  const afterUnknown = await choose('And its date?', 'What is the total of Siemens?')
  const ofAnother = await choose('And Müller?', first)
  const ofTheLease = await choose('And the monthly rent in the lease?', first)

  expect([byReference.scope, byReference.names]).toEqual(['named', ['scan-1.pdf']])
  expect(twiceRemoved.names).toEqual(['scan-1.pdf'])
  expect(afterUnknown).toMatchObject({ scope: 'unknown', names: [] })
  expect([ofAnother.names, ofAnother.questions[0]?.prompt]).toEqual([
    ['scan-2.pdf'],
    'What is the total',
  ])
  expect(ofTheLease.names).toEqual(['lease-office.txt'])
})

test('the type of what is asked is that of its value', async () => {
  const typeOf = async (question: string) => (await choose(question)).questions[0]?.type

  expect(await typeOf('What is the total amount due of Harbour Tools?')).toBe('number')
  expect(await typeOf('What is the due date of Harbour Tools?')).toBe('date')
  expect(await typeOf('What is the VAT number of Harbour Tools?')).toBe('text')
  expect(await typeOf('Quelle est la TVA de Harbour Tools ?')).toBe('number')
  expect(await typeOf('How many items are on the Harbour Tools invoice?')).toBe('number')
})

const peopleAndBills = {
  'lease.txt': `
TENANCY AGREEMENT
between Rosalind Pike (Landlord) and Daniel Obi (Tenant)
1. Property: Flat 4, 21 Skeldergate, York
2. Term: 12 months
3. Rent: 845.00 GBP per month
4. Deposit: 975.00 GBP
5. The tenant is insured with Albion Mutual for the contents of the flat.
6. The caretaker of the building keeps a set of keys.`,
  'payslip.txt': `
PAYSLIP
Employee: Daniela Obi
Basic pay  2,640.00
Net pay  2,170.06
Line manager: Kevin Marsh`,
  'wages.txt': `
Kestrel Joinery Ltd                 Pay advice  October 2025
Payroll office
Miss                                Staff no.   0417     Start        15.03.2018
Bridget Vale                        Dept.       Joinery  Birth date   22.08.1990
7 Mill Row                          Tax no.     5271409  Tax code     1257L
Basic pay  2,640.00`,
  'services.txt': `
AGREEMENT FOR CLEANING SERVICES

Agreement ref: GMS/2025/067

This agreement is dated 28 November 2025 and
was made by the parties that are named below
in two copies of which each party holds one.

PARTIES
(1)  FERNHILL COURT LIMITED, company number 07719345, of 2 Castle Mews, Guildford, which is
     called the client; and
(2)   BRIGHTSTEP & SONS LIMITED, company number 11204467, of Unit 6, Tannery Lane, which is
     called the contractor.
1.  Fee: 845.00 GBP per month`,
  'gas.txt': `
Northfield Electric & Gas plc
www.northfieldelectric.example

GAS BILL
Bill number: NG-55810
Total to pay  120.46 GBP`,
}

const peopleAndBillTexts = Object.entries(peopleAndBills).map(([name, text]) => ({
  name,
  text: monospacedDocument(text),
}))

async function chooseOfPeople(question: string) {
  const search = {
    question,
    documents: peopleAndBillTexts,
    previousQuestions: [],
  }
  const choice = await chooseDocuments({
    ...search,
    findMentions: (one, wording) =>
      findMentions(one.text, { question: wording, fileName: one.name }),
  })
  const { scope, unknownNames } = choice
  const names = choice.documents.map(({ document }) => document.name)
  return { scope, unknownNames, names, incidentalNames: choice.documents[0]?.incidentalNames }
}

test('a name that another document prints is not a misspelt one', async () => {
  expect((await chooseOfPeople('What is the net pay of Daniel Obi?')).names).toEqual(['lease.txt'])
  expect((await chooseOfPeople('What is the net pay of Daniella Obi?')).names).toEqual([
    'payslip.txt',
  ])
})

test.each<[question: string, names: readonly string[]]>([
  ['What is the salary of Kevin Marsh?', ['kevin', 'marsh']],
  ['What is the rent of the caretaker?', ['caretaker']],
  ['What is the net pay of Daniela Obi?', []],
  ['What is the tax code of Bridget Vale?', []],
  ['When does the agreement with Brightstep start?', []],
])('%s is asked of somebody who is only mentioned if that is so', async (question, names) => {
  expect((await chooseOfPeople(question)).incidentalNames).toEqual(names)
})

test('the name of a company does not say what its bill is for', async () => {
  const electricity = await chooseOfPeople('How much is the electricity bill?')
  const ofSeller = await chooseOfPeople('What is the electricity bill of Northfield Electric?')
  const gas = await chooseOfPeople('How much is the gas bill?')

  expect(electricity).toMatchObject({ scope: 'unknown', unknownNames: ['electricity bill'] })
  expect(ofSeller.names).toEqual([])
  expect(gas.names).toEqual(['gas.txt'])
})

test('a word of the name of a company says nothing of its bill', async () => {
  const text = monospacedDocument(
    'Slieve Software Ltd\n\nINVOICE\nInvoice number: 7\nTotal  1.00 EUR',
  )
  const choice = await chooseDocuments({
    documents: [text, ...peopleAndBillTexts.map((one) => one.text)],
    question: 'What is the invoice number of the Slieve Software invoice?',
    previousQuestions: [],
    findMentions: (document, question) => findMentions(document, { question, fileName: 'a.pdf' }),
  })

  expect(choice.documents.map(({ document }) => document)).toEqual([text])
})
