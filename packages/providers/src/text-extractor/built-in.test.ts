import type { DocumentText } from '@recto/document-text/model'
import { ReadError } from '@recto/document-text/read-error'
import type { ReadOptions } from '@recto/document-text/reader'
import { openTextWriter } from '@recto/document-text/text-writer'
import type { ProviderNetwork, Settings } from '@recto/provider-spec/provider'
import { describe, expect, test, vi } from 'vitest'
import { outsideOn } from '../testing/outside.ts'
import { sayProof } from '../testing/say-proof.ts'
import { builtInReader } from './built-in.ts'

sayProof(builtInReader, 'this installation')

const emptyText: DocumentText = { formatVersion: 2, pages: [] }

/** Returns the read options that the built-in reader gets with these settings. */
async function askedWith(settings: Settings, options?: { name?: string; password?: string }) {
  const readCalls: (ReadOptions | undefined)[] = []
  const read = async (_bytes: Uint8Array, options?: ReadOptions) => {
    readCalls.push(options)
    return emptyText
  }
  const readStored = async (_bytes: Uint8Array, options?: ReadOptions) => {
    readCalls.push(options)
    return openTextWriter().finish()
  }
  const extractor = builtInReader.open(settings, { ...outsideOn(), reader: { read, readStored } })
  await extractor.read(new Uint8Array(), options)
  await extractor.readStored?.(new Uint8Array(), options)
  expect(readCalls[1]).toEqual(readCalls[0])
  return readCalls.slice(1)
}

function outsideWith(read: ProviderNetwork['reader']['read']): ProviderNetwork {
  const externalNetwork = outsideOn()
  return { ...externalNetwork, reader: { ...externalNetwork.reader, read } }
}

describe('Built-in reader', () => {
  test.each([
    [{ mode: 'best' }, 'Mode'],
    [{ language: 'English' }, 'Language: must be a three-letter code such as eng'],
    [{ language: 'eng+' }, 'Language: must be a three-letter code such as eng'],
  ])('settings that mean nothing are refused by name: %o', (settings, words) => {
    expect(() => builtInReader.open({ adapter_name: 'Mine', ...settings }, outsideOn())).toThrow(
      words,
    )
  })

  test('an adapter from before there were settings reads as one with the first choices', async () => {
    const usual = [{ mode: 'auto', language: 'eng' }]

    expect(await askedWith({})).toEqual(usual)
    expect(await askedWith({ adapter_name: 'Old' })).toEqual(usual)
    expect(await askedWith({ adapter_name: 'New', mode: '', language: null })).toEqual(usual)
  })

  test('the reader is told the mode, the language and what is known of the document', async () => {
    const settings = { adapter_name: 'Scans', mode: 'low_cost', language: 'deu' }

    expect(await askedWith(settings, { name: 'scan.pdf', password: 'open' })).toEqual([
      { name: 'scan.pdf', password: 'open', mode: 'low_cost', language: 'deu' },
    ])
  })

  test.each([
    [{ mode: 'auto', language: 'deu' }, 0],
    [{ mode: 'low_cost', language: 'eng+deu' }, 1],
  ])('the test of %o reads %i pictures', async (settings, pictures) => {
    const read = vi.fn(async () => emptyText)

    await builtInReader.check(settings, outsideWith(read))
    expect(read).toHaveBeenCalledTimes(pictures)
  })

  test('a language that is not installed fails the test, in the words of the reader', async () => {
    const read = async () => {
      throw new ReadError('language-missing', 'Add its package.')
    }
    const check = builtInReader.check({ mode: 'low_cost' }, outsideWith(read))

    await expect(check).rejects.toMatchObject({
      name: 'ProviderError',
      code: 'settings-invalid',
      message: 'Add its package.',
    })
  })

  test('its form names each mode in words', () => {
    expect(builtInReader.schema).toMatchObject({
      required: ['adapter_name'],
      properties: {
        mode: {
          default: 'auto',
          oneOf: expect.arrayContaining([{ const: 'form', title: 'OCR for forms' }]),
        },
        language: { default: 'eng' },
      },
    })
  })
})
