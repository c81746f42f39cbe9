import { expect, test } from 'vitest'
import { openVault, VaultError } from './vault.ts'

const vault = openVault(Buffer.alloc(32, 1))

test('what another key sealed, and what was changed, does not open', () => {
  const sealed = vault.seal('sk-secret')
  const changed = `${sealed.slice(0, -6)}AAAAAA`

  expect(() => openVault(Buffer.alloc(32, 2)).open(sealed)).toThrow(VaultError)
  expect(() => vault.open(changed)).toThrow(VaultError)
  expect(() => vault.open('sk-secret')).toThrow(VaultError)
})

test('the same text is sealed differently each time, and opens as it was', () => {
  const texts = ['sk-secret', '', 'schlüssel 🔑']
  const sealed = texts.map((text) => [vault.seal(text), vault.seal(text)])

  for (const [first, second] of sealed) expect(first).not.toBe(second)
  expect(sealed.map(([first]) => vault.open(first ?? ''))).toEqual(texts)
})
