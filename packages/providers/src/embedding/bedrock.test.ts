import { describe, expect, test } from 'vitest'
import { testEmbedding } from '../testing/embedding-suite.ts'
import { secretKey } from '../testing/failures.ts'
import { bedrockEmbedding } from './bedrock.ts'

const settings = {
  adapter_name: 'Mine',
  region_name: 'us-east-1',
  aws_access_key_id: 'AKIDEXAMPLE',
  aws_secret_access_key: secretKey,
}

describe('Bedrock embedding', () => {
  const { server, open } = testEmbedding(bedrockEmbedding, () => settings, 'timeout', {
    isBatched: false,
  })

  test('a key that is missing is named before any call', () => {
    expect(() => open({ aws_access_key_id: '' })).toThrow('AWS Access Key ID is missing.')
  })

  test('models of Cohere take several texts at once', async () => {
    const initialRequestCount = server().requests.length

    const { vectors } = await open({ model: 'cohere.embed-v4:0' }).embed(['a', 'b', 'c'])

    expect(vectors).toHaveLength(3)
    expect(server().requests.length - initialRequestCount).toBe(1)
    expect(server().requests.at(-1)?.path).toBe('/model/cohere.embed-v4%3A0/invoke')
  })
})
