import type { Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

async function valuesOf(text: string) {
  const questions: Question[] = [
    { key: 'company', prompt: 'company', type: 'text' },
    { key: 'address', prompt: 'address', type: 'text' },
    { key: 'total', prompt: 'total', type: 'number' },
  ]
  const answers = await answerWithoutModel(monospacedDocument(text), questions)
  return Object.fromEntries(answers.map(({ key, value }) => [key, value]))
}

describe('finds the issuer in the head of a receipt', () => {
  test('by the first line when there is no legal form, with all lines of the address', async () => {
    const values = await valuesOf(`
      KEDAI BUNGA MELATI
         (0071234-K)
  No. 4, Jalan Kenanga 3/2,
      Taman Melati,
   43000 Kajang, Selangor
      Tel: 03-8733 0000

         TAX INVOICE
Receipt No : A-118    12/03/2018
Lily, white       2      24.00
Total                    24.00
`)

    expect(values).toEqual({
      company: 'KEDAI BUNGA MELATI',
      address: 'No. 4, Jalan Kenanga 3/2, Taman Melati, 43000 Kajang, Selangor',
      total: 24,
    })
  })

  test('by the line with the legal form below a brand, in preference to companies further down', async () => {
    const { company, address } = await valuesOf(`
           SUNNY
    SUNNY BAKERY SDN BHD
       GST No: 000881234512
    12A, Lorong Batu Nilam,
      41200 Klang

Sold to: GREEN LEAF TRADING SDN BHD
         8 Jalan Besar, 50000 Kuala Lumpur
`)

    expect(company).toBe('SUNNY BAKERY SDN BHD')
    expect(address).toBe('12A, Lorong Batu Nilam, 41200 Klang')
  })

  test('with the words after an ampersand on the next line', async () => {
    const { company } = await valuesOf(`
SIMPLIFIED TAX INVOICE
ONG & SONS &
BROTHERS
REG. NO: 00412345-H
NO 5, BATU 9, JALAN IPOH,
51200 KUALA LUMPUR
`)

    expect(company).toBe('ONG & SONS & BROTHERS')
  })
})

describe('does not take for a letterhead', () => {
  test('the addressee of a letter, whose block has no numbers', async () => {
    const { company, address } = await valuesOf(`
Harbour Cafe
Kiln Lane 8
20457 Hamburg

Rechnung Nr. 2026-117
Datum 7. Mai 2026
`)

    expect({ company, address }).toEqual({ company: null, address: null })
  })

  test('a title above a sentence with a web address', async () => {
    const { company } = await valuesOf(`
Northwind Statement
Talk to us about your account, 24 hours a day, or visit help.northwind.example for more
Total 12.00
`)

    expect(company).toBeNull()
  })
})

describe('payment and change confirm the total', () => {
  const findTotal = async (text: string) => (await valuesOf(text)).total

  test('among two amounts with the same label, and when no amount is labeled as total', async () => {
    const labeledTotal = await findTotal(`
Total            52.08
Total            52.10
Cash            100.00
Change           47.90
`)
    const unlabeledTotal = await findTotal(`
NASI LEMAK       13.50
SERV CHG          1.35
TO BE SETTLED    14.85
CASH             20.00
YOUR CHANGE       5.15
`)

    expect([labeledTotal, unlabeledTotal]).toEqual([52.1, 14.85])
  })

  test('also when the currency is printed far from its amount', async () => {
    expect(await findTotal('Total        RM        88.17\nVisa         RM        88.17')).toBe(
      88.17,
    )
  })

  test('but a change without a payment proves nothing', async () => {
    expect(await findTotal('Apples   3.00\nChange   1.00')).toBeNull()
  })
})
