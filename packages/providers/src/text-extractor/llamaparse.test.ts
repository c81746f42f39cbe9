import { llamaParseProtocol } from '@recto/testkit/canned-readers'
import { startCannedService } from '@recto/testkit/canned-service'
import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { fileBytes, linesOf, testReader } from '../testing/reader-suite.ts'
import { llamaParse } from './llamaparse.ts'

const pages = [
  {
    text: 'ACME Ltd              Invoice 17\nTotal        240.00',
    md: '# ACME Ltd\n\n|Total|240.00|',
  },
  { text: '', md: '' },
  { text: 'Thank you.', md: 'Thank you.' },
]

describe('LlamaParse', () => {
  const { open } = testReader(
    llamaParse,
    (base_url, api_key) => ({ adapter_name: 'Mine', base_url, api_key }),
    (key) => llamaParseProtocol(pages, key),
  )

  test('pages stay apart, also empty ones, and columns too', async () => {
    const document = await open().read(fileBytes)

    expect(document.pages.map(({ lines }) => lines.length)).toEqual([2, 0, 1])
    expect(linesOf(document)[0]).toMatch(/ACME Ltd {3,}Invoice 17/)
  })

  test('markdown is what was asked for', async () => {
    expect(linesOf(await open({ result_type: 'markdown' }).read(fileBytes))[0]).toMatch(
      '# ACME Ltd',
    )
  })

  test('a job is waited for, and one that fails says why', async () => {
    await using service = await startCannedService(
      llamaParseProtocol(pages, secretKey, ['PENDING', 'ERROR']),
    )
    const settings = { adapter_name: 'Mine', base_url: service.url, api_key: secretKey }
    const reading = llamaParse.open(settings, outsideOn()).read(fileBytes)

    await expect(reading).rejects.toMatchObject({
      code: 'refused',
      message: 'LlamaParse could not read the document: The file is empty.',
    })
    expect(service.requests).toHaveLength(3)
  })

  test('older settings that call the address otherwise still lead there', async () => {
    await using service = await startCannedService(llamaParseProtocol(pages, secretKey))
    const settings = { adapter_name: 'Mine', url: service.url, api_key: secretKey }

    await llamaParse.check(settings, outsideOn())

    expect(service.requests[0]?.path).toBe('/api/v1/projects')
  })
})
