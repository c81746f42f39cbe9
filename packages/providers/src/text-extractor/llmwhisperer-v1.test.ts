import { whisperV1Protocol } from '@recto/testkit/canned-readers'
import { startCannedService } from '@recto/testkit/canned-service'
import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { fileBytes, linesOf, testReader } from '../testing/reader-suite.ts'
import { llmWhispererV1 } from './llmwhisperer-v1.ts'

const text = 'ACME Ltd             Invoice 17\n<<< >>>\fThank you.\n<<< >>>\f'

describe('LLMWhisperer, version 1', () => {
  const { service, open } = testReader(
    llmWhispererV1,
    (url, unstract_key) => ({ adapter_name: 'Mine', url, unstract_key }),
    (key) => whisperV1Protocol(text, key),
    { retriesBySelf: true },
  )

  test('a short document is answered at once, and its pages stay apart', async () => {
    const initialRequestCount = service().requests.length

    const document = await open().read(fileBytes)

    expect(service().requests.length - initialRequestCount).toBe(1)
    expect(document.pages).toHaveLength(2)
    expect(linesOf(document)[0]).toMatch(/ACME Ltd {3,}Invoice 17/)
  })

  test.each([
    [{ mode: 'native_text' }, { processing_mode: 'text' }],
    [{ mode: 'form' }, { processing_mode: 'ocr', median_filter_size: '0' }],
    [{ pages_to_extract: '2-' }, { pages_to_extract: '2-', page_seperator: '<<< >>>' }],
  ])('the settings %o are told in the words of the protocol', async (settings, query) => {
    const { pages } = await open(settings).read(fileBytes)

    expect(service().requests.at(-1)?.query).toMatchObject(query)
    expect(pages[0]?.number).toBe('pages_to_extract' in settings ? 1 : 0)
  })

  test('a long one is waited for and then fetched', async () => {
    await using slow = await startCannedService(
      whisperV1Protocol(text, secretKey, ['processing', 'processed']),
    )
    const settings = { adapter_name: 'Mine', url: `${slow.url}/v1`, unstract_key: secretKey }

    const document = await llmWhispererV1.open(settings, outsideOn()).read(fileBytes)

    expect(document.pages).toHaveLength(2)
    expect(slow.requests.map(({ path }) => path)).toEqual([
      '/v1/whisper',
      '/v1/whisper-status',
      '/v1/whisper-status',
      '/v1/whisper-retrieve',
    ])
  })

  test('one that the service cannot read says so', async () => {
    await using brokenService = await startCannedService(
      whisperV1Protocol(text, secretKey, ['processing', 'unknown']),
    )
    const settings = { adapter_name: 'Mine', url: brokenService.url, unstract_key: secretKey }

    await expect(llmWhispererV1.open(settings, outsideOn()).read(fileBytes)).rejects.toMatchObject({
      code: 'refused',
    })
  })
})
