import type { Context } from '../../platform/context.ts'

/** A document as its owner sees it: its name, and the sealed password where it is locked. */
export type LockedName = {
  readonly name: string
  /** As its row keeps it. */
  readonly sealed_password?: string | null | undefined
}

type Needs = Pick<Context, 'reader' | 'vault'>

/**
 * The bytes that anything can read: of a document whose password is known, a copy without it. Only here it is
 * opened. Throws `ReadError` for a wrong password.
 */
export async function unlockedBytes(
  { reader, vault }: Needs,
  { name, sealed_password: sealed }: LockedName,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (!sealed) return bytes
  const password = vault.open(sealed)
  return reader.toPdf(bytes, { name, password, ...(signal && { signal }) })
}
