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

describe('the head of a receipt names who issued it', () => {
  test('by its first line, where no legal form tells, with all lines of the address', async () => {
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

  test('by the line with the legal form under a brand, and over what stands further down', async () => {
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

  test('with what comes after an ampersand on the next line', async () => {
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

describe('is not taken for the head of a paper', () => {
  test('whoever a letter is addressed to: such a block holds no numbers of its own', async () => {
    const { company, address } = await valuesOf(`
Harbour Cafe
Kiln Lane 8
20457 Hamburg

Rechnung Nr. 2026-117
Datum 7. Mai 2026
`)

    expect({ company, address }).toEqual({ company: null, address: null })
  })

  test('a title over a sentence that names a web address', async () => {
    const { company } = await valuesOf(`
Northwind Statement
Talk to us about your account, 24 hours a day, or visit help.northwind.example for more
Total 12.00
`)

    expect(company).toBeNull()
  })
})

describe('what was paid and given back confirms the total', () => {
  const values = async (text: string) => (await valuesOf(text)).total

  test('of two amounts that are named alike, and where nothing is named a total', async () => {
    const named = await values(`
Total            52.08
Total            52.10
Cash            100.00
Change           47.90
`)
    const unnamed = await values(`
NASI LEMAK       13.50
SERV CHG          1.35
TO BE SETTLED    14.85
CASH             20.00
YOUR CHANGE       5.15
`)

    expect([named, unnamed]).toEqual([52.1, 14.85])
  })

  test('an amount whose currency stands far from it is one', async () => {
    expect(await values('Total        RM        88.17\nVisa         RM        88.17')).toBe(88.17)
  })

  test('but for what is no payment: a change alone says nothing', async () => {
    expect(await values('Apples   3.00\nChange   1.00')).toBeNull()
  })
})
