/** Five documents of different kinds and languages, and what people ask about one, about all, and in vain. */
import type { ChatAnswer } from '@recto/contract/chat-apps/chat-apps'
import type { ReceivedCall } from '@recto/testkit/canned-model/received-call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatStory, openChatStory } from '../testing/chat-story.ts'

const noAnswer = 'The documents do not answer this question.'

const documents = {
  'scan-01.txt': `Northwind Traders Ltd
14 Quay Street, Hull HU1 2AB

INVOICE
Invoice Number: NT-20481
Invoice Date: 3 March 2026
Due Date: 2 April 2026
Customer Number: 7719
Bill to: Pellworth Bakery

Description            Amount
Flour, 40 bags         800.00
Delivery                20.00

Net total: 820.00
VAT 20%: 164.00
Total: 984.00
IBAN: GB29 NWBK 6016 1331 9268 19
Phone: 01482 555 019
`,
  'scan-02.txt': `Gartenbau Lindner GmbH
Waldweg 7, 35390 Gießen

Rechnung
Rechnungsnummer: GL-5531
Rechnungsdatum: 12.03.2026
Fällig am: 26.03.2026
Kundennummer: K-208

Leistung               Betrag
Heckenschnitt          300,00

Nettobetrag: 300,00 EUR
MwSt. 19 %: 57,00 EUR
Gesamtbetrag: 357,00 EUR
IBAN: DE89 3704 0044 0532 0130 00
Telefon: 0641 555 0112
`,
  'scan-03.txt': `Kestrel Marine Engineering
Dock 4, Falmouth TR11 4NR

PURCHASE ORDER
Order Number: KM-P-20931
Order Date: 4 June 2026
Delivery Date: 26 June 2026
Supplier: Anders Pump Supplies AB
Contact: Lowenna Trask

Item                   Amount
Bilge pump, 4 pieces   1,240.00
Freight                   85.00

Order total: 1,325.00
Phone: 01326 555 014
`,
  'scan-04.txt': `SERVICE AGREEMENT
Contract number: SA-77/26
Date of agreement: 9 January 2026

Client: Fernhill Court Limited
Contractor: Brightwater Cleaning Services Limited

Start date: 1 February 2026
Term: 24 months
Notice period: three months
Monthly fee: 648.00
Governing law: England and Wales
Phone: 01482 555 044
`,
  'scan-05.txt': `Meridian Credit Union
Statement of account
Statement Date: 31 March 2026

Account holder: Samuel Oyelaran
Account number: 30417788
Sort code: 09-01-77
Opening balance: 1,204.11
Closing balance: 2,809.60
Interest rate: 1.85 %
Phone: 0117 555 027
`,
}

type FileName = keyof typeof documents
/** Documents that are not named here say nothing to a question. */
type Answers = Readonly<Partial<Record<FileName, string>>>

const aboutOne: readonly (readonly [file: FileName, question: string, says: string])[] = [
  ['scan-01.txt', 'How much did we pay Northwind Traders?', '984.00'],
  ['scan-01.txt', 'When is the Northwind bill due?', '2 April 2026'],
  ['scan-01.txt', "what's the IBAN on the northwind invoice", 'GB29 NWBK'],
  ['scan-01.txt', 'Wie lautet die Rechnungsnummer von Northwind Traders?', 'NT-20481'],
  ['scan-01.txt', 'How much VAT is on the invoice of Northwind?', '164.00'],
  ['scan-01.txt', 'net amount Northwind Traders', '820.00'],
  ['scan-01.txt', 'Which customer number do we have at Northwind?', '7719'],
  ['scan-01.txt', 'Northwind: what is the phone number?', '01482 555 019'],
  ['scan-02.txt', 'How much was it at Gartenbau Lindner?', '357,00'],
  ['scan-02.txt', 'Wie viel haben wir Lindner bezahlt?', '357,00'],
  ['scan-02.txt', 'Bis wann müssen wir Gartenbau Lindner bezahlen?', '26.03.2026'],
  ['scan-02.txt', 'What is the invoice number of Lindner?', 'GL-5531'],
  ['scan-02.txt', 'IBAN Gartenbau Lindner', 'DE89 3704'],
  ['scan-02.txt', 'Wie hoch ist der Nettobetrag bei Lindner?', '300,00'],
  ['scan-02.txt', 'date of the Lindner invoice', '12.03.2026'],
  ['scan-02.txt', 'What is our customer number at Gartenbau Lindner?', 'K-208'],
  ['scan-03.txt', 'What is the order number of Kestrel Marine?', 'KM-P-20931'],
  ['scan-03.txt', 'When must Anders Pump Supplies deliver?', '26 June 2026'],
  ['scan-03.txt', 'How much does the Kestrel order cost?', '1,325.00'],
  ['scan-03.txt', 'order total of the purchase order', '1,325.00'],
  ['scan-03.txt', 'Who is the contact at Kestrel Marine Engineering?', 'Lowenna Trask'],
  ['scan-03.txt', 'Wie lautet die Bestellnummer von Kestrel?', 'KM-P-20931'],
  ['scan-03.txt', 'What is the order date of Kestrel Marine?', '4 June 2026'],
  ['scan-03.txt', 'How much is the freight on the Kestrel order?', '85.00'],
  ['scan-04.txt', 'What is the contract number of Brightwater?', 'SA-77/26'],
  ['scan-04.txt', 'Wann beginnt der Vertrag mit Brightwater?', '1 February 2026'],
  ['scan-04.txt', 'What is the monthly fee of Brightwater Cleaning?', '648.00'],
  ['scan-04.txt', 'notice period of the service agreement', 'three months'],
  ['scan-04.txt', 'Who is the client in the agreement?', 'Fernhill Court'],
  ['scan-04.txt', 'Who is the contractor of Fernhill Court?', 'Brightwater Cleaning'],
  ['scan-04.txt', 'Which governing law does the Brightwater agreement have?', 'England and Wales'],
  ['scan-04.txt', 'What is the start date of the contract?', '1 February 2026'],
  ['scan-05.txt', 'What was the closing balance at Meridian?', '2,809.60'],
  ['scan-05.txt', 'sort code of the Meridian account', '09-01-77'],
  ['scan-05.txt', 'Who is the account holder of the bank statement?', 'Samuel Oyelaran'],
  ['scan-05.txt', 'What is the account number at Meridian Credit Union?', '30417788'],
  ['scan-05.txt', 'Welcher Anfangssaldo steht im Kontoauszug von Meridian?', '1,204.11'],
  ['scan-05.txt', 'What interest rate does Meridian Credit Union pay?', '1.85 %'],
  ['scan-05.txt', 'statement date of Meridian', '31 March 2026'],
  ['scan-05.txt', 'What is the phone number of Meridian?', '0117 555 027'],
]

const invoiceTotals = { 'scan-01.txt': '984.00', 'scan-02.txt': '357,00' }
const invoiceNumbers = { 'scan-01.txt': 'NT-20481', 'scan-02.txt': 'GL-5531' }
const dueDates = { 'scan-01.txt': '2 April 2026', 'scan-02.txt': '26.03.2026' }
const invoiceDates = { 'scan-01.txt': '3 March 2026', 'scan-02.txt': '12.03.2026' }
const ibans = { 'scan-01.txt': 'GB29 NWBK', 'scan-02.txt': 'DE89 3704' }
const taxes = { 'scan-01.txt': '164.00', 'scan-02.txt': '57,00' }
const customerNumbers = { 'scan-01.txt': '7719', 'scan-02.txt': 'K-208' }
const phones = {
  'scan-01.txt': '01482 555 019',
  'scan-02.txt': '0641 555 0112',
  'scan-03.txt': '01326 555 014',
  'scan-04.txt': '01482 555 044',
  'scan-05.txt': '0117 555 027',
}
const orderedTotals = { ...invoiceTotals, 'scan-03.txt': '1,325.00' }

const aboutAll: readonly (readonly [question: string, says: Answers])[] = [
  ['totals of all invoices', invoiceTotals],
  ['What is the total per invoice?', invoiceTotals],
  ['For each invoice: what is the total?', invoiceTotals],
  ['Gesamtbetrag jeder Rechnung', invoiceTotals],
  ['How much is each invoice?', invoiceTotals],
  ['invoice number per invoice', invoiceNumbers],
  ['Rechnungsnummer pro Rechnung', invoiceNumbers],
  ['What is the invoice number of every invoice?', invoiceNumbers],
  ['When is each invoice due?', dueDates],
  ['due dates of all invoices', dueDates],
  ['What is the date of each invoice?', invoiceDates],
  ['Rechnungsdatum aller Rechnungen', invoiceDates],
  ['IBANs of all documents', ibans],
  ['Which IBAN is on each invoice?', ibans],
  ['VAT of all invoices', taxes],
  ['How much VAT is on each invoice?', taxes],
  ['customer numbers of all invoices', customerNumbers],
  ['Which phone number is in each document?', phones],
  ['phone number per document', phones],
  ['total of all invoices and orders', orderedTotals],
]

const inVain: readonly string[] = [
  'What is the invoice number of the Siemens invoice?',
  'How much did we pay Starbucks?',
  'What is the IBAN of Kestrel Marine?',
  'Which hotel did Lowenna Trask book?',
  'What is the blood type of the patient?',
  'How many shares does Samuel Oyelaran hold?',
  'When did we visit the dentist?',
  'What is the tracking number of the parcel?',
  'How much is the electricity bill?',
  'What is the salary of Lowenna Trask?',
  'Which passport number does Samuel Oyelaran have?',
  'When does the warranty of the bilge pump end?',
  'What is the due date of the Kestrel order?',
  'Wie hoch ist die Rechnung der Telekom?',
  'Which flight does Samuel Oyelaran take?',
  'What is the serial number of the dishwasher?',
  'How much deposit did Brightwater pay?',
  'What is the mileage of the car?',
  'Quel est le numéro de la facture de Carrefour ?',
  'Who is the landlord of the apartment?',
]

type Verdict = 'right' | 'refused' | 'other document' | 'other place'

function judge({ kind, citations }: ChatAnswer, says: Answers): Verdict {
  if (kind === 'not-answered') return 'refused'
  if (citations.some(({ file_name }) => !(file_name in says))) return 'other document'
  const isRight = Object.entries(says).every(([file, text]) =>
    citations.find(({ file_name }) => file_name === file)?.quote.includes(text),
  )
  return isRight ? 'right' : 'other place'
}

/** As a careful model does: names each row that has a text, if it was given any. */
const replyFrom =
  (says: Answers) =>
  ({ prompt }: ReceivedCall): string => {
    const lines = prompt.split('\n')
    const statements = Object.values(says).flatMap((text) => {
      const row = /^#(\d+)/.exec(lines.find((line) => line.includes(text)) ?? '')?.[1]
      return row === undefined ? [] : `${text} [#${row}]`
    })
    return statements.join('\n') || noAnswer
  }

describe.each(['no model', 'a model'] as const)('with %s, questions', (kind) => {
  let story: ChatStory
  let appId: string

  beforeAll(async () => {
    story = await openChatStory()
    const llm = kind === 'a model' ? { llmId: story.cannedId } : {}
    const app = await story.makeApp({ name: 'papers', files: documents, ...llm })
    appId = app.id
  })
  afterAll(() => story?.close())

  async function ask(question: string, says: Answers): Promise<ChatAnswer> {
    const { ask } = await story.converse(appId)
    if (kind === 'a model') story.model.script({ reply: replyFrom(says) })
    return (await ask(question)).body
  }

  /** The questions of each verdict. */
  async function askAll(questions: readonly (readonly [question: string, says: Answers])[]) {
    const verdicts = new Map<Verdict, string[]>()
    for (const [question, says] of questions) {
      const answer = await ask(question, says)
      const verdict = judge(answer, says)
      verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), `${question} → ${answer.message}`])
    }
    return verdicts
  }

  test('that name one of five documents are answered from it', async () => {
    const verdicts = await askAll(
      aboutOne.map(([file, question, says]) => [question, { [file]: says }]),
    )

    expect(verdicts.get('other document')).toBeUndefined()
    expect(verdicts.get('other place')).toBeUndefined()
    expect(verdicts.get('refused') ?? []).toEqual([])
  })

  test('about all of them have one answer per document', async () => {
    const verdicts = await askAll(aboutAll)

    expect([...verdicts].filter(([verdict]) => verdict !== 'right')).toEqual([])
  })

  test('that none of them answers are refused', async () => {
    const verdicts = await askAll(inVain.map((question) => [question, {}]))

    expect([...verdicts].filter(([verdict]) => verdict !== 'refused')).toEqual([])
  })
})
