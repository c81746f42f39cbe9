import { omitUndefined } from '@recto/omit-undefined'
import type { Context } from '../../platform/context.ts'

/** The name of a document and, if it has one, its encrypted password. */
export type MaybeLockedDocument = {
  readonly name: string
  /** Encrypted password from its row. */
  readonly sealed_password?: string | null | undefined
}

type UnlockDependencies = Pick<Context, 'reader' | 'vault'>

/**
 * Returns bytes that can be read without a password: for a locked document, an unlocked copy.
 * Throws `ReadError` for a wrong password.
 */
export async function unlockBytes(
  { reader, vault }: UnlockDependencies,
  { name, sealed_password }: MaybeLockedDocument,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const password = decryptPassword({ vault }, { sealed_password })
  if (password === undefined) return bytes
  return reader.toPdf(bytes, { name, password, ...omitUndefined({ signal }) })
}

/**
 * Decrypts the password; `undefined` for a document that is not locked. Passwords are decrypted
 * nowhere else.
 */
export function decryptPassword(
  { vault }: Pick<Context, 'vault'>,
  { sealed_password: encryptedPassword }: Pick<MaybeLockedDocument, 'sealed_password'>,
): string | undefined {
  return encryptedPassword ? vault.open(encryptedPassword) : undefined
}
