import { milvusProtocol } from '@recto/testkit/canned-vector-db/milvus'
import { describe, expect, test } from 'vitest'
import { outsideOn } from '../testing/outside.ts'
import { testVectorDb } from '../testing/vector-suite.ts'
import { milvus } from './milvus.ts'

describe('Milvus', () => {
  testVectorDb(
    milvus,
    (uri, token) => ({ adapter_name: 'Mine', uri, token }),
    (token) => milvusProtocol({ token }),
  )

  test('what it refuses inside an answer of status 200 is told in its own words', async () => {
    const fetch = async () => Response.json({ code: 1100, message: 'text exceeds max length' })
    const settings = { adapter_name: 'Mine', uri: 'localhost:19530' }
    const db = milvus.open(settings, { ...outsideOn(), fetch })

    await expect(db.put('a', [{ id: '1', vector: [1], text: 'x' }])).rejects.toMatchObject({
      code: 'refused',
      message: 'Milvus returned 1100: text exceeds max length',
    })
  })
})
