import { expect, test } from 'vitest'
import { signAwsRequest } from './sign-aws-request.ts'

/** The example of the vendor's own suite of signatures. */
const example = {
  headers: {},
  service: 'service',
  region: 'us-east-1',
  body: '',
  keys: {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  },
  signedAt: new Date('2015-08-30T12:36:00Z'),
}

test.each([
  ['get-vanilla', 'GET', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['post-vanilla', 'POST', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
])('the example %s of the vendor has its signature', (_, method, signature) => {
  const url = new URL('https://example.amazonaws.com/')

  const headers = signAwsRequest({ ...example, method, url })

  expect(headers.authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
  )
  expect(headers['x-amz-date']).toBe('20150830T123600Z')
})

test('a body and the name of a model in the address change the signature', () => {
  const sign = (path: string, body: string) => {
    const url = new URL(`https://example.amazonaws.com${path}`)
    return signAwsRequest({ ...example, method: 'POST', url, body }).authorization
  }

  const all = [sign('/a%3A0', ''), sign('/a%3A1', ''), sign('/a%3A0', '{}')]

  expect(new Set(all).size).toBe(3)
})
