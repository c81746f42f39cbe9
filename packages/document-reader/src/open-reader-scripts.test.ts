import { afterAll, expect, test } from 'vitest'
import { encodePng } from './images/encode-png.ts'
import { drawMixedLines } from './testing/draw-mixed-lines.ts'
import { pictureOfPdf } from './testing/draw-text-image.ts'
import { openPatientReader } from './testing/open-patient-reader.ts'

const reader = openPatientReader()

afterAll(() => reader.close())

async function warningsOf(sentences: readonly string[], base: 'ltr' | 'rtl') {
  const pdf = await drawMixedLines({ name: 'scan', base, sentences }, 'visual')
  const scan = Buffer.from(encodePng(await pictureOfPdf(pdf, 150)))
  return (await reader.read(scan, { mode: 'low_cost' })).warnings
}

test('a scan in a script that the default engines do not know says that it could hardly be read', async () => {
  const hebrew = [
    'שלום רב, מצורפת החשבונית עבור השירותים 2041',
    'תודה על ההזמנה שלכם ונשמח לעמוד לרשותכם',
    'סך הכל לתשלום 450.00 עד יום ראשון הבא',
  ]
  expect(await warningsOf(hebrew, 'rtl')).toEqual([expect.stringMatching(/could hardly be read/)])

  const latin = [
    'We thank you for your order 2041 and ask you to pay',
    'Total due 450.00 by Sunday',
  ]
  expect(await warningsOf(latin, 'ltr')).toBeUndefined()
})
