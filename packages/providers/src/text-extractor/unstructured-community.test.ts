import { unstructuredProtocol } from '@recto/testkit/canned-readers'
import { describe, expect, test } from 'vitest'
import { testReader } from '../testing/reader-suite.ts'
import { unstructuredCommunity } from './unstructured-community.ts'

describe('Unstructured of one’s own', () => {
  const { service } = testReader(
    unstructuredCommunity,
    (url) => ({ adapter_name: 'Mine', url: `${url}/general/v0/general` }),
    () => unstructuredProtocol([{ type: 'Title', text: 'Dear Ada,' }]),
    { isKeyed: false },
  )

  test('no key is sent', () => {
    for (const { headers } of service().requests)
      expect(headers).not.toHaveProperty('unstructured-api-key')
  })
})
