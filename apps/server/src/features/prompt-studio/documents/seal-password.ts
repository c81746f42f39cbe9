import { ReadError } from '@recto/document-text/read-error'
import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { rethrowExplained } from '../../answering/answering.port.ts'

type Locked = { readonly name: string; readonly bytes: Uint8Array; readonly password: string }

/**
 * The password of a locked document as it is kept, once the document has opened with it; `undefined` for one
 * that is not locked. Throws a refusal of `password` for a wrong one.
 */
export async function sealPassword(
  { reader, vault }: Pick<Context, 'reader' | 'vault'>,
  { name, bytes, password }: Locked,
): Promise<string | undefined> {
  try {
    await reader.inspect(bytes, { name })
    return undefined
  } catch (error) {
    if (!says(error, 'password-needed')) return rethrowExplained(error)
  }
  try {
    await reader.inspect(bytes, { name, password })
  } catch (error) {
    if (says(error, 'password-wrong')) throw invalid('password', error.message)
    rethrowExplained(error)
  }
  return vault.seal(password)
}

const says = (error: unknown, code: ReadError['code']): error is ReadError =>
  error instanceof ReadError && error.code === code
