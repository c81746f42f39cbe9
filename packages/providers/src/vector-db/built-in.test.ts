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
  const externalNetwork = outsideOn()
  const store = builtInStore.open(settings, externalNetwork)

  await store.put('letter', [{ id: '1', vector: [1, 0], text: 'Dear Ada' }])

  expect(await externalNetwork.vectors.search('letter', [1, 0], 5)).toMatchObject([
    { text: 'Dear Ada' },
  ])
  await expect(builtInStore.check(settings, externalNetwork)).resolves.toEqual([])
})

test("the built-in reader is the process's own, with name, password and signal handed on", async () => {
  const readCalls: unknown[] = []
  const externalNetwork: ProviderNetwork = {
    ...outsideOn(),
    reader: {
      ...outsideOn().reader,
      read: async (...args: readonly unknown[]) => {
        readCalls.push(args)
        return { formatVersion, pages: [] }
      },
    },
  }
  const bytes = new Uint8Array([1, 2, 3])
  const options = { name: 'letter.pdf', password: 'open sesame' }

  await builtInReader.open(settings, externalNetwork).read(bytes, options)

  expect(readCalls).toEqual([[bytes, { ...options, mode: 'auto', language: 'eng' }]])
})
