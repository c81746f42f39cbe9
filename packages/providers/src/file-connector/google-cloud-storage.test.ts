import { gcsProtocol } from '@recto/testkit/canned-files/gcs'
import { startCannedService } from '@recto/testkit/canned-service'
import { expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { allOf, testFileConnector } from '../testing/file-connector-suite.ts'
import { testFileFailures } from '../testing/file-failures.ts'
import { googleAccount, outsideWithToken } from '../testing/google-account.ts'
import { googleCloudStorage } from './google-cloud-storage.ts'

const proofKind = 'recorded answers'
const settings = { json_credentials: googleAccount, project_id: 'acme-bills' }
const networkAt = (url: string) => connectorOutside({ fetch: outsideWithToken(url).fetch })

testFileConnector({
  isAskedByHttp: true,
  provider: googleCloudStorage,
  by: proofKind,
  async start() {
    const account = { token: 'ya29.canned', project: 'acme-bills', buckets: ['docs', 'other'] }
    const cannedService = await startCannedService(gcsProtocol(account))
    return {
      settings,
      outside: networkAt(cannedService.url),
      folder: 'docs',
      stop: cannedService.close,
    }
  },
})

testFileFailures({
  provider: googleCloudStorage,
  by: proofKind,
  settings,
  outside: networkAt,
  hasKey: false,
  refusal: (code, message) => ({ error: { code, message, errors: [{ reason: 'told' }] } }),
})

test('an account that Google does not let in is told by its field', async () => {
  const error = { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }
  const externalNetwork = connectorOutside({
    fetch: async () => Response.json(error, { status: 400 }),
  })

  await expect(
    allOf(googleCloudStorage.open(settings, externalNetwork).list('')),
  ).rejects.toMatchObject({
    code: 'unauthorised',
    message: expect.stringMatching(/Invalid JWT Signature.*Check “Credentials”/),
  })
})

test('what is no key of an account is refused by its field, before any call', () => {
  const open = (json: string) =>
    googleCloudStorage.open({ ...settings, json_credentials: json }, connectorOutside())

  expect(() => open('not JSON')).toThrow(/^Credentials: must be the JSON key/)
  expect(() => open('{"client_email":"a@b"}')).toThrow(/does not contain a valid private_key/)
})
