import type { Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { describeExplanation } from '../explain/describe-explanation.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

async function answerTo(text: string, prompt = 'issuer') {
  const question: Question = { key: prompt, prompt, type: 'text' }
  const [answer] = await answerWithoutModel(monospacedDocument(text), [question])
  return {
    value: answer?.value,
    why: answer?.explanation && describeExplanation(answer.explanation),
  }
}

const findIssuer = async (text: string) => (await answerTo(text)).value

const sale = `
TAX INVOICE
Invoice No : A-118    12/03/2018
Lily, white       2      24.00
Total                    24.00
Cash                     30.00
Change                    6.00
`
const blankLines = '\n'.repeat(56)

describe('the issuer of a receipt is', () => {
  test.each([
    ['the first line above an address, without a number', 'KEDAI DUA PINTU', ''],
    ['a name in which half of the words are in lower case', 'Zelený krám', 'Tel: 07-6631234'],
  ])('%s', async (_, name, contact) => {
    expect(await findIssuer(`${name}\n12 JALAN MELATI\n43000 KAJANG\n${contact}${sale}`)).toBe(name)
  })

  test('the line with a register number, below other words', async () => {
    const head = 'MERRY SEASON\nLIM BROTHERS (712345-W)\n12 JALAN MELATI\n43000 KAJANG\n'

    expect(await findIssuer(head + sale)).toBe('LIM BROTHERS')
  })

  test('the line confirmed by the document’s own web address, below a slogan', async () => {
    const head = `Fresh Every Morning
Corner Crumb
12 High Street
Leeds LS1 4AB
www.cornercrumb.co.uk
`
    expect(await findIssuer(head + sale)).toBe('Corner Crumb')
  })

  test('the line confirmed by the thanks to the reader, or the name in the thanks when there is no letterhead', async () => {
    const thanks = 'Thank you for shopping at Corner Crumb!'
    const head = 'Grand Opening\nCorner Crumb\n12 High Street\nLeeds LS1 4AB\n'

    expect(await findIssuer(`${head}${sale}\n${thanks}`)).toBe('Corner Crumb')
    expect(await answerTo(`${sale}\n${thanks}`)).toEqual({
      value: 'Corner Crumb',
      why: 'Found after the label “Thank you for shopping at” on page 1.',
    })
  })

  test('a name of two lines, the second in brackets or only a legal form', async () => {
    const rest = `(712345-W)\n12 JALAN MELATI\n43000 KAJANG\n${sale}`

    expect(await findIssuer(`PAPAN ENTERPRISE\n(KAJANG) SDN BHD\n${rest}`)).toBe(
      'PAPAN ENTERPRISE (KAJANG) SDN BHD',
    )
    expect(await findIssuer(`PAPAN MAJU\nSDN. BHD.\n${rest}`)).toBe('PAPAN MAJU SDN. BHD.')
  })

  test('named with the correct legal form when its letters were misread', async () => {
    const rest = `(712345-W)\n12 JALAN MELATI\n43000 KAJANG\n${sale}`

    expect(await findIssuer(`PAPAN MAJU SON BHD\n${rest}`)).toBe('PAPAN MAJU SDN BHD')
    expect(await findIssuer(`PAPAN MAJU SDM. BHD.\n${rest}`)).toBe('PAPAN MAJU SDN. BHD.')
    expect(await findIssuer(`PAPAN MAJU 5/B 712345-W\n43000 KAJANG\n${sale}`)).toBe(
      'PAPAN MAJU S/B',
    )
  })

  test('the line above a register number, below what OCR read in a picture', async () => {
    const rest = `(JM0712345-W)\n12 JALAN MELATI\n43000 KAJANG\n${sale}`

    expect(await findIssuer(`OQ LIW\nTAYAR DUA BERADIK\n${rest}`)).toBe('TAYAR DUA BERADIK')
    expect(await findIssuer(`TAYAR DUA BERADIK\nKAJANG\n${rest}`)).toBe('TAYAR DUA BERADIK KAJANG')
  })

  test('not its former name', async () => {
    const head =
      'PAPAN MAJU SDN BHD\n(formerly known as PAPAN LAMA SDN BHD)\n(712345-W)\n43000 KAJANG\n'

    expect(await findIssuer(head + sale)).toBe('PAPAN MAJU SDN BHD')
  })

  test('not the brand that it trades as', async () => {
    const head = `QUICK WOK
TRADING AS QUICK WOK
MEGA TRADERS SDN BHD
(99123-A)
12 JALAN BESAR
43000 KAJANG
`
    expect(await findIssuer(head + sale)).toBe('MEGA TRADERS SDN BHD')
  })

  test('the company in the foot with an address and numbers, when there is no letterhead', async () => {
    const foot = 'Fernbrook Optics\n12 High Street, Leeds LS1 4AB\nTel: 0113 496 0000\n'

    expect(await answerTo(`RECEIPT\nTotal    24.00\n${blankLines}${foot}`)).toEqual({
      value: 'Fernbrook Optics',
      why: 'Found by its position at the bottom of page 1.',
    })
  })
})

describe('the issuer of an invoice is', () => {
  test('the company above its registered office, not the title that its email domain resembles', async () => {
    const text = `
ANNUAL PARKING PERMIT
Facture n° 2022
Total TTC :  56,02 €
${blankLines}NORDLUMEN
Siège social : 16 rue du Port - 92100 BOULOGNE - permit@annualparkingpermit.fr
`
    expect(await findIssuer(text)).toBe('NORDLUMEN')
  })

  test('the recipient of a payment, on a payment receipt', async () => {
    expect(await findIssuer('PAYMENT RECEIPT\nPayment received by LARCH     500.00')).toBe('LARCH')
  })

  test.each(['MONTHLY INVOICE', 'DUPLICATA FACTURE', 'Rent receipt', 'SIMPLIFIED TAX INVOICE'])(
    'not its own title: %s',
    async (title) => {
      const text = `${title}\n12 High Street\nLeeds LS1 4AB\nTel: 0113 496 0000\nTotal   24.00`

      expect(await findIssuer(text)).toBeNull()
    },
  )
})

describe('without a label, the payment method is', () => {
  const findMethod = (text: string) => answerTo(text, 'payment method')

  test('the one beside the total', async () => {
    const text = `
Totaal           € 717,97     'iDEAL' op 21 april 2025     € 717,97
                              'Rembours' op 25 mei 2025    € 9,32
`
    expect(await findMethod(text)).toEqual({
      value: 'iDEAL',
      why: 'Found near the amount paid on page 1.',
    })
  })

  test('cash, when the payment less the change is the total', async () => {
    expect((await findMethod(sale)).value).toBe('Cash')
  })

  test('null when there are several, or it is beside another amount', async () => {
    const two = 'Total     24.00\nVisa      24.00\nCash      24.00'

    expect((await findMethod(two)).value).toBeNull()
    expect((await findMethod('Total     24.00\nVisa      12.00')).value).toBeNull()
  })
})
