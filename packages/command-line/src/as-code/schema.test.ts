import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildJsonSchema } from './schema.ts'

test('the publishedFile schema is that of the program', async () => {
  const publishedFile = new URL('../../recto.schema.json', import.meta.url)

  expect(JSON.parse(await readFile(publishedFile, 'utf8'))).toEqual(buildJsonSchema())
})
