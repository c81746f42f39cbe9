import { hasAzurite, startAzurite } from '@recto/testkit/azurite-server'
import { azureProtocol } from '@recto/testkit/canned-files/azure'
import { startCannedService } from '@recto/testkit/canned-service'
import { expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { secretKey } from '../testing/failures.ts'
import { testFileConnector } from '../testing/file-connector-suite.ts'
import { testFileFailures } from '../testing/file-failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { azureBlob } from './azure-blob.ts'

const proofKind = 'recorded answers'
const key = Buffer.from('a key of 64 bytes').toString('base64')
const settings = { account_name: 'acmebills', access_key: key, bucket: 'docs' }
const wrongKey = Buffer.from('another key').toString('base64')
const networkAt = (url: string) => connectorOutside({ fetch: outsideOn(url).fetch })

testFileConnector({
  isAskedByHttp: true,
  provider: azureBlob,
  by: proofKind,
  secret: wrongKey,
  async start() {
    const account = { account: 'acmebills', key, container: 'docs' }
    const cannedService = await startCannedService(azureProtocol(account))
    return {
      settings,
      outside: networkAt(cannedService.url),
      folder: '',
      stop: cannedService.close,
    }
  },
  wrong: (right) => ({ ...right, access_key: wrongKey }),
})

testFileConnector({
  isAskedByHttp: true,
  provider: azureBlob,
  by: 'server of its protocol',
  isSkipped: !hasAzurite,
  secret: wrongKey,
  async start() {
    const azurite = await startAzurite('docs')
    return {
      settings: { account_name: azurite.account, access_key: azurite.key, bucket: 'docs' },
      outside: connectorOutside({ fetch: azurite.fetch }),
      folder: '',
      stop: azurite.stop,
    }
  },
  wrong: (right) => ({ ...right, access_key: wrongKey }),
})

testFileFailures({
  provider: azureBlob,
  by: proofKind,
  settings: { ...settings, access_key: secretKey },
  outside: networkAt,
  refusal: (_, message) => ({ error: { code: 'Told', message } }),
})

test('a container that is not there is told by its field', async () => {
  const account = { account: 'acmebills', key, container: 'docs' }
  await using cannedService = await startCannedService(azureProtocol(account))
  const externalNetwork = networkAt(cannedService.url)

  await expect(
    azureBlob.open({ ...settings, bucket: 'none' }, externalNetwork).check(),
  ).rejects.toThrow(/ContainerNotFound.*Check “Bucket Name”/)
  expect(() =>
    azureBlob.open({ ...settings, account_name: 'a.example/' }, externalNetwork),
  ).toThrow(/^Account Name: must be/)
})
