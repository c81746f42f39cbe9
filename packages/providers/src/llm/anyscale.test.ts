import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { testLlm } from '../testing/llm-suite.ts'
import { anyscale } from './anyscale.ts'

describe('AnyScale', () => {
  const { server, open } = testLlm(
    anyscale,
    (url) => ({
      adapter_name: 'Mine',
      api_key: secretKey,
      model: 'canned-model',
      api_base: `${url}/v1`,
    }),
    { hasLimit: false },
  )

  test('more settings of a call are a JSON object, and nothing else', async () => {
    for (const wrong of ['top_p=0.9', '[1]', '"text"'])
      expect(() => open({ additional_kwargs: wrong })).toThrow(
        'Additional kwargs: must be a JSON object.',
      )

    await open({ additional_kwargs: '{"top_p": 0.9}' }).complete!({ prompt: 'Hello' })
    expect(server().requests.at(-1)?.body).toMatchObject({ top_p: 0.9 })

    await open({ additional_kwargs: '' }).complete!({ prompt: 'Hello' })
    expect(server().requests.at(-1)?.body).not.toHaveProperty('top_p')
  })
})
