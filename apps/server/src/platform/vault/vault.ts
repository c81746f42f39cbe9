import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Text that cannot be opened with the key of this installation. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
}

export type Vault = {
  seal(plain: string): string
  /** Throws `VaultError` when the text was sealed with another key or was changed. */
  open(sealedText: string): string
}

const version = 'v1'

/** AES-256-GCM under one key of 32 bytes; each sealed text carries its own random nonce. */
export function openVault(key: Uint8Array): Vault {
  return {
    seal(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${version}:${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')}`
    },
    open(sealedText) {
      const [mark, text] = sealedText.split(':')
      if (mark !== version || !text) throw new VaultError('This is not encrypted text.')
      const bytes = Buffer.from(text, 'base64')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        decipher.setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()
      } catch (cause) {
        throw new VaultError('This was encrypted with a different key.', { cause })
      }
    },
  }
}
