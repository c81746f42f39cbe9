import { dropboxProtocol } from '@recto/testkit/canned-files/dropbox'
import { startCannedService } from '@recto/testkit/canned-service'
import { expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { secretKey } from '../testing/failures.ts'
import { testFileConnector } from '../testing/file-connector-suite.ts'
import { testFileFailures } from '../testing/file-failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { dropbox } from './dropbox.ts'

const proofKind = 'recorded answers'
const networkAt = (url: string) => connectorOutside({ fetch: outsideOn(url).fetch })

const service = testFileConnector({
  isAskedByHttp: true,
  provider: dropbox,
  by: proofKind,
  secret: 'a-wrong-token',
  async start() {
    const cannedService = await startCannedService(dropboxProtocol({ token: secretKey }))
    return {
      settings: { token: secretKey },
      outside: networkAt(cannedService.url),
      folder: '',
      stop: cannedService.close,
    }
  },
  wrong: () => ({ token: 'a-wrong-token' }),
})

testFileFailures({
  provider: dropbox,
  by: proofKind,
  settings: { token: secretKey },
  outside: networkAt,
  refusal: (_, message) => ({ error_summary: message, error: { '.tag': 'told' } }),
})

test('a file that is cut off in the middle is not taken for whole', async () => {
  const metadataText = JSON.stringify({ name: 'a.pdf', size: 1000 })
  const half = async () => new Response('half', { headers: { 'dropbox-api-result': metadataText } })
  const files = dropbox.open(service().settings, connectorOutside({ fetch: half }))
  const { bytes } = await files.open('a.pdf')

  await expect(
    (async () => {
      for await (const chunk of bytes) expect(chunk.length).toBeGreaterThan(0)
    })(),
  ).rejects.toThrow(/incomplete: only 4 of 1000 bytes/)
})
