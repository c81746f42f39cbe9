import { expect, test } from 'vitest'
import { openVault, VaultError } from './vault.ts'

const vault = openVault(Buffer.alloc(32, 1))

test('does not open text that was sealed with another key or changed', () => {
  const sealedText = vault.seal('sk-secret')
  const tamperedText = `${sealedText.slice(0, -6)}AAAAAA`

  expect(() => openVault(Buffer.alloc(32, 2)).open(sealedText)).toThrow(VaultError)
  expect(() => vault.open(tamperedText)).toThrow(VaultError)
  expect(() => vault.open('sk-secret')).toThrow(VaultError)
})

test('seals the same text differently each time, and opens it unchanged', () => {
  const texts = ['sk-secret', '', 'schlüssel 🔑']
  const sealedPairs = texts.map((text) => [vault.seal(text), vault.seal(text)])

  for (const [first, second] of sealedPairs) expect(first).not.toBe(second)
  expect(sealedPairs.map(([first]) => vault.open(first ?? ''))).toEqual(texts)
})
