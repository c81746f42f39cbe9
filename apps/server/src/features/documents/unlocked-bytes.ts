import type { Context } from '../../platform/context.ts'

/** A document as its owner sees it: its name, and the sealed password where it is locked. */
export type LockedName = {
  readonly name: string
  /** As its row keeps it. */
  readonly sealed_password?: string | null | undefined
}

type Needs = Pick<Context, 'reader' | 'vault'>

/**
 * The bytes that anything can read: of a document whose password is known, a copy without it. Throws `ReadError` for a wrong password.
 */
export async function unlockedBytes(
  { reader, vault }: Needs,
  { name, sealed_password }: LockedName,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const password = passwordOf({ vault }, { sealed_password })
  if (password === undefined) return bytes
  return reader.toPdf(bytes, { name, password, ...(signal && { signal }) })
}

/** Only here it is opened; `undefined` of a document that is not locked. */
export function passwordOf(
  { vault }: Pick<Context, 'vault'>,
  { sealed_password: sealed }: Pick<LockedName, 'sealed_password'>,
): string | undefined {
  return sealed ? vault.open(sealed) : undefined
}
