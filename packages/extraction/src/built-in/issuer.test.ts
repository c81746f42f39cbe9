import type { Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { sayExplanation } from '../explain/say-explanation.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

async function answerTo(text: string, prompt = 'issuer') {
  const question: Question = { key: prompt, prompt, type: 'text' }
  const [answer] = await answerWithoutModel(monospacedDocument(text), [question])
  return { value: answer?.value, why: answer?.explanation && sayExplanation(answer.explanation) }
}

const issuerOf = async (text: string) => (await answerTo(text)).value

const sale = `
TAX INVOICE
Invoice No : A-118    12/03/2018
Lily, white       2      24.00
Total                    24.00
Cash                     30.00
Change                    6.00
`
const lower = '\n'.repeat(56)

describe('the issuer of a receipt is', () => {
  test.each([
    ['the first line over an address, without a number', 'KEDAI DUA PINTU', ''],
    ['with as many small words as others', 'Zelený krám', 'Tel: 07-6631234'],
  ])('%s', async (_, name, contact) => {
    expect(await issuerOf(`${name}\n12 JALAN MELATI\n43000 KAJANG\n${contact}${sale}`)).toBe(name)
  })

  test('the line with the number of a register behind it, under other words', async () => {
    const head = 'MERRY SEASON\nLIM BROTHERS (712345-W)\n12 JALAN MELATI\n43000 KAJANG\n'

    expect(await issuerOf(head + sale)).toBe('LIM BROTHERS')
  })

  test('the line that an address of its own bears out, under a slogan', async () => {
    const head = `Fresh Every Morning
Corner Crumb
12 High Street
Leeds LS1 4AB
www.cornercrumb.co.uk
`
    expect(await issuerOf(head + sale)).toBe('Corner Crumb')
  })

  test('the line that the reader is thanked for having come to, and that alone where there is no head', async () => {
    const thanks = 'Thank you for shopping at Corner Crumb!'
    const head = 'Grand Opening\nCorner Crumb\n12 High Street\nLeeds LS1 4AB\n'

    expect(await issuerOf(`${head}${sale}\n${thanks}`)).toBe('Corner Crumb')
    expect(await answerTo(`${sale}\n${thanks}`)).toEqual({
      value: 'Corner Crumb',
      why: 'Found after the label “Thank you for shopping at” on page 1.',
    })
  })

  test('a name of two lines, of which the second is in brackets or nothing but a legal form', async () => {
    const rest = `(712345-W)\n12 JALAN MELATI\n43000 KAJANG\n${sale}`

    expect(await issuerOf(`PAPAN ENTERPRISE\n(KAJANG) SDN BHD\n${rest}`)).toBe(
      'PAPAN ENTERPRISE (KAJANG) SDN BHD',
    )
    expect(await issuerOf(`PAPAN MAJU\nSDN. BHD.\n${rest}`)).toBe('PAPAN MAJU SDN. BHD.')
  })

  test('named with the legal form that was meant where letters were read for others like them', async () => {
    const rest = `(712345-W)\n12 JALAN MELATI\n43000 KAJANG\n${sale}`

    expect(await issuerOf(`PAPAN MAJU SON BHD\n${rest}`)).toBe('PAPAN MAJU SDN BHD')
    expect(await issuerOf(`PAPAN MAJU SDM. BHD.\n${rest}`)).toBe('PAPAN MAJU SDN. BHD.')
    expect(await issuerOf(`PAPAN MAJU 5/B 712345-W\n43000 KAJANG\n${sale}`)).toBe('PAPAN MAJU S/B')
  })

  test('the line over the number of a register, under what OCR made of a picture', async () => {
    const rest = `(JM0712345-W)\n12 JALAN MELATI\n43000 KAJANG\n${sale}`

    expect(await issuerOf(`OQ LIW\nTAYAR DUA BERADIK\n${rest}`)).toBe('TAYAR DUA BERADIK')
    expect(await issuerOf(`TAYAR DUA BERADIK\nKAJANG\n${rest}`)).toBe('TAYAR DUA BERADIK KAJANG')
  })

  test('not what it was called before', async () => {
    const head =
      'PAPAN MAJU SDN BHD\n(formerly known as PAPAN LAMA SDN BHD)\n(712345-W)\n43000 KAJANG\n'

    expect(await issuerOf(head + sale)).toBe('PAPAN MAJU SDN BHD')
  })

  test('not the brand that it trades as', async () => {
    const head = `QUICK WOK
TRADING AS QUICK WOK
MEGA TRADERS SDN BHD
(99123-A)
12 JALAN BESAR
43000 KAJANG
`
    expect(await issuerOf(head + sale)).toBe('MEGA TRADERS SDN BHD')
  })

  test('whoever stands at the foot with an address and numbers, where no head names anybody', async () => {
    const foot = 'Fernbrook Optics\n12 High Street, Leeds LS1 4AB\nTel: 0113 496 0000\n'

    expect(await answerTo(`RECEIPT\nTotal    24.00\n${lower}${foot}`)).toEqual({
      value: 'Fernbrook Optics',
      why: 'Found by its place in the foot of page 1.',
    })
  })
})

describe('the issuer of an invoice is', () => {
  test('the company over its registered office, not the title that its address is called like', async () => {
    const text = `
ANNUAL PARKING PERMIT
Facture n° 2022
Total TTC :  56,02 €
${lower}NORDLUMEN
Siège social : 16 rue du Port - 92100 BOULOGNE - permit@annualparkingpermit.fr
`
    expect(await issuerOf(text)).toBe('NORDLUMEN')
  })

  test('who was paid, as a receipt of a payment says', async () => {
    expect(await issuerOf('PAYMENT RECEIPT\nPayment received by LARCH     500.00')).toBe('LARCH')
  })

  test.each(['MONTHLY INVOICE', 'DUPLICATA FACTURE', 'Rent receipt', 'SIMPLIFIED TAX INVOICE'])(
    'not its own title: %s',
    async (title) => {
      const text = `${title}\n12 High Street\nLeeds LS1 4AB\nTel: 0113 496 0000\nTotal   24.00`

      expect(await issuerOf(text)).toBeNull()
    },
  )
})

describe('without a label, the payment method is', () => {
  const methodOf = (text: string) => answerTo(text, 'payment method')

  test('the one beside what was to be paid', async () => {
    const text = `
Totaal           € 717,97     'iDEAL' op 21 april 2025     € 717,97
                              'Rembours' op 25 mei 2025    € 9,32
`
    expect(await methodOf(text)).toEqual({
      value: 'iDEAL',
      why: 'Found with the amount that was paid on page 1.',
    })
  })

  test('cash, where what was given less the change is the total', async () => {
    expect((await methodOf(sale)).value).toBe('Cash')
  })

  test('none of several, and none beside another amount', async () => {
    const two = 'Total     24.00\nVisa      24.00\nCash      24.00'

    expect((await methodOf(two)).value).toBeNull()
    expect((await methodOf('Total     24.00\nVisa      12.00')).value).toBeNull()
  })
})
