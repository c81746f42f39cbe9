import { documentAiProtocol } from '@recto/testkit/canned-readers'
import { describe, expect, test } from 'vitest'
import { googleAccount, outsideWithToken } from '../testing/google-account.ts'
import { outsideOn } from '../testing/outside.ts'
import { fileBytes, linesOf, testReader } from '../testing/reader-suite.ts'
import { googleDocumentAi } from './google-document-ai.ts'

const text = '☕🎉 Café Ada\nTotal 240.00\n'
const line = (startIndex: number, endIndex: number, y: number) => ({
  layout: {
    textAnchor: { textSegments: [{ startIndex: String(startIndex), endIndex: String(endIndex) }] },
    confidence: 0.98,
    boundingPoly: {
      normalizedVertices: [
        { x: 0.1, y },
        { x: 0.5, y },
        { x: 0.5, y: y + 0.02 },
        { x: 0.1, y: y + 0.02 },
      ],
    },
  },
})
const document = {
  text,
  pages: [
    { dimension: { width: 1240, height: 1754 }, lines: [line(0, 12, 0.1), line(12, 25, 0.2)] },
  ],
}

const url = 'https://eu-documentai.googleapis.com/v1/projects/p/locations/eu/processors/abc:process'

describe('Google Document AI', () => {
  test.each(['https://evil.example/v1/projects/p/locations/eu/processors/abc', 'http://localhost'])(
    'the token of the account goes to no other host, such as %s',
    (wrong) => {
      const settings = { adapter_name: 'Mine', url: wrong, credentials: googleAccount }

      expect(() => googleDocumentAi.open(settings, outsideOn())).toThrow(
        'URL: must be the prediction endpoint of a Google Document AI processor.',
      )
    },
  )

  const { service, open } = testReader(
    googleDocumentAi,
    () => ({ adapter_name: 'Mine', url, credentials: googleAccount }),
    () => documentAiProtocol(document),
    { isKeyed: false, outsideOf: outsideWithToken },
  )

  test('lines are found by whole characters, and stand where they were seen', async () => {
    const read = await open().read(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))

    const lines = linesOf(read).map((one) => one.trim())
    expect(lines.slice(0, 2)).toEqual(['☕🎉 Café Ada', 'Total 240.00'])
    expect(read.pages[0]?.words[0]).toMatchObject({ text: '☕🎉', confidence: 0.98 })
    expect(read.pages[0]?.words[0]?.box[1]).toBeCloseTo(0.1 * (595 / 1240) * 1754)
    const requestBody = JSON.parse(Buffer.from(service().requests.at(-1)!.bytes).toString())
    expect(requestBody.rawDocument).toEqual({ content: 'iVBORw==', mimeType: 'image/png' })
    expect(service().requests.at(-1)?.headers.authorization).toBe('Bearer ya29.canned')
  })

  test('a PDF is said to be one', async () => {
    await open().read(fileBytes)

    const requestBody = JSON.parse(Buffer.from(service().requests.at(-1)!.bytes).toString())
    expect(requestBody.rawDocument.mimeType).toBe('application/pdf')
  })
})
