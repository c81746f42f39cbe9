import { dropboxProtocol } from '@recto/testkit/canned-files/dropbox'
import { startCannedService } from '@recto/testkit/canned-service'
import { expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { secretKey } from '../testing/failures.ts'
import { testFileConnector } from '../testing/file-connector-suite.ts'
import { testFileFailures } from '../testing/file-failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { dropbox } from './dropbox.ts'

const by = 'recorded answers'
const at = (url: string) => connectorOutside({ fetch: outsideOn(url).fetch })

const service = testFileConnector({
  isAskedByHttp: true,
  provider: dropbox,
  by,
  secret: 'a-wrong-token',
  async start() {
    const canned = await startCannedService(dropboxProtocol({ token: secretKey }))
    return {
      settings: { token: secretKey },
      outside: at(canned.url),
      folder: '',
      stop: canned.close,
    }
  },
  wrong: () => ({ token: 'a-wrong-token' }),
})

testFileFailures({
  provider: dropbox,
  by,
  settings: { token: secretKey },
  outside: at,
  refusal: (_, message) => ({ error_summary: message, error: { '.tag': 'told' } }),
})

test('a file that is cut off in the middle is not taken for whole', async () => {
  const told = JSON.stringify({ name: 'a.pdf', size: 1000 })
  const half = async () => new Response('half', { headers: { 'dropbox-api-result': told } })
  const files = dropbox.open(service().settings, connectorOutside({ fetch: half }))
  const { bytes } = await files.open('a.pdf')

  await expect(
    (async () => {
      for await (const chunk of bytes) expect(chunk.length).toBeGreaterThan(0)
    })(),
  ).rejects.toThrow(/incomplete: only 4 of 1000 bytes/)
})
