import { formatVersion } from '@recto/document-text/model'
import type { ProviderNetwork } from '@recto/provider-spec/provider'
import { expect, test } from 'vitest'
import { outsideOn } from '../testing/outside.ts'
import { sayProof } from '../testing/say-proof.ts'
import { builtInReader } from '../text-extractor/built-in.ts'
import { builtInStore } from './built-in.ts'

sayProof(builtInStore, 'this installation')

const settings = { adapter_name: 'Mine' }

test("the built-in store is the installation's own table", async () => {
  const outside = outsideOn()
  const store = builtInStore.open(settings, outside)

  await store.put('letter', [{ id: '1', vector: [1, 0], text: 'Dear Ada' }])

  expect(await outside.vectors.search('letter', [1, 0], 5)).toMatchObject([{ text: 'Dear Ada' }])
  await expect(builtInStore.check(settings, outside)).resolves.toBeUndefined()
})

test("the built-in reader is the process's own, with name, password and signal handed on", async () => {
  const asked: unknown[] = []
  const outside: ProviderNetwork = {
    ...outsideOn(),
    reader: {
      ...outsideOn().reader,
      read: async (...given: readonly unknown[]) => {
        asked.push(given)
        return { formatVersion, pages: [] }
      },
    },
  }
  const bytes = new Uint8Array([1, 2, 3])
  const options = { name: 'letter.pdf', password: 'open sesame' }

  await builtInReader.open(settings, outside).read(bytes, options)

  expect(asked).toEqual([[bytes, { ...options, mode: 'auto', language: 'eng' }]])
})
