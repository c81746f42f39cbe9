import { ReadError } from '@recto/document-text/read-error'
import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { rethrowExplained } from '../../answering/answering.port.ts'

type LockedDocument = {
  readonly name: string
  readonly bytes: Uint8Array
  readonly password: string
}

/**
 * Encrypts the password of a locked document after verifying that it opens the document; returns
 * `undefined` if the document is not locked. Throws a refusal of the field `password` for a wrong
 * password.
 */
export async function sealPassword(
  { reader, vault }: Pick<Context, 'reader' | 'vault'>,
  { name, bytes, password }: LockedDocument,
): Promise<string | undefined> {
  try {
    await reader.inspect(bytes, { name })
    return undefined
  } catch (error) {
    if (!hasReadErrorCode(error, 'password-needed')) return rethrowExplained(error)
  }
  try {
    await reader.inspect(bytes, { name, password })
  } catch (error) {
    if (hasReadErrorCode(error, 'password-wrong')) throw invalid('password', error.message)
    rethrowExplained(error)
  }
  return vault.seal(password)
}

const hasReadErrorCode = (error: unknown, code: ReadError['code']): error is ReadError =>
  error instanceof ReadError && error.code === code
