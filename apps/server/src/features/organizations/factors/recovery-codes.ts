import { createHash, randomInt } from 'node:crypto'

const codeCount = 10
/** It lacks characters that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groupCount = 4
const groupLength = 6

/** Returns new codes of 120 random bits each, so that a plain digest protects them. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: codeCount }, () => Array.from({ length: groupCount }, createGroup).join('-'))

const createGroup = () =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Hashes a code as it was typed, with any spaces, hyphens and letter case. */
export function hashRecoveryCode(code: string): string {
  const plainCode = code.replace(/[\s-]/g, '').toUpperCase()
  return createHash('sha256').update(plainCode).digest('hex')
}
