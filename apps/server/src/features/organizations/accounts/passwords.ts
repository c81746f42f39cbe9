import { hash, verify } from '@node-rs/argon2'

export const hashPassword = (password: string): Promise<string> => hash(password)

/** Hash that is verified for an unknown name, so that it takes as long as a wrong password. */
let decoy: Promise<string> | undefined

export async function isPassword(storedHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash('nobody has this password')
  const isRight = await verify(storedHash ?? (await decoy), password)
  return isRight && storedHash !== null
}
