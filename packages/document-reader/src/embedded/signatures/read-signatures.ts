import type { EmbeddedData, EmbeddedValue } from '@recto/document-text/embedded'
import { calendarDay } from '../calendar-day.ts'
import type { SignedPart } from './signed-part.ts'
import { signedRange } from './signed-range.ts'
import type { SignatureVerification } from './verify-signature.ts'

type Signed = { readonly file: Uint8Array; readonly parts: readonly SignedPart[] }

const formats = ['adbe.pkcs7.detached', 'ETSI.CAdES.detached']

type State = 'valid' | 'broken' | 'unknown issuer' | 'not checked'

type Checked = {
  readonly number: number
  readonly state: State
  /** The reason why the signature proves nothing. */
  readonly problem?: string
  readonly verified?: SignatureVerification
}

/** A broken signature says none of these. */
const terms = ['signature:signer', 'signature:issuer', 'signature:date']

/**
 * What a document's signatures say, and whether they hold: a valid one is intact, the last of them is about all that the
 * file holds, and its certificate leads to one of those that are trusted (PEM). Never throws for what is in the file.
 */
export async function readSignatures(
  { file, parts }: Signed,
  trustedCertificates: string,
): Promise<EmbeddedData> {
  if (parts.length === 0) return { values: [], problems: [] }
  const checked: Checked[] = []
  for (const part of parts)
    checked.push(await checkSignature({ file, parts }, part, trustedCertificates))
  const isValid = String(checked.every(({ state }) => state === 'valid'))
  const whole = { name: 'Valid', term: 'signature:valid', kind: 'boolean', value: isValid } as const
  return {
    values: [
      { source: 'signature', ...whole, place: {} },
      ...checked.flatMap((one) => valuesOf(one, checked.length === 1)),
    ],
    problems: checked
      .map(({ problem }) => problem)
      .filter((problem) => problem !== undefined)
      .map((problem) => ({ source: 'signature', text: problem, terms, place: {} })),
  }
}

async function checkSignature(
  { file, parts }: Signed,
  part: SignedPart,
  trustedCertificates: string,
): Promise<Checked> {
  const { number, contents, format, time } = part
  const label = `Signature ${number}`
  if (!formats.includes(format)) {
    const problem = `${label} has a format that cannot be checked${format && `: ${format.slice(0, 60)}`}.`
    return { number, state: 'not checked', problem }
  }
  const range = signedRange(file, part)
  if (!range) {
    const problem = `${label} covers only a part of the file. The rest may have been changed.`
    return { number, state: 'broken', problem }
  }
  // The library is loaded where there is a signature: most documents have none.
  const { verifySignature } = await import('./verify-signature.ts')
  const request = { contents, bytes: range.bytes, trusted: trustedCertificates, time: timeOf(time) }
  const verification = await verifySignature(request).catch((error: unknown) => String(error))
  if (typeof verification === 'string') {
    const problem = `${label} was not checked: ${verification.slice(0, 200)}`
    return { number, state: 'not checked', problem }
  }
  if (!verification.isIntact) {
    const problem = `${label} is invalid: the document is not the one that was signed.`
    return { number, state: 'broken', problem, verified: verification }
  }
  if (!range.isWholeFile && number === lastNumber(parts)) {
    const problem = `${label} is valid, but content was added to the document after it was signed.`
    return { number, state: 'broken', problem, verified: verification }
  }
  return {
    number,
    state: verification.isTrusted ? 'valid' : 'unknown issuer',
    verified: verification,
  }
}

/** Returns the number of the signature that covers most of the file. Signing does not break earlier signatures. */
function lastNumber(parts: readonly SignedPart[]): number | undefined {
  const end = ({ range: [, , secondStart = 0, secondLength = 0] }: SignedPart) =>
    secondStart + secondLength
  return parts.reduce((last, part) => (end(part) >= end(last) ? part : last)).number
}

/** Which of several is asked for is said by its number alone. */
function valuesOf(
  { number, state, verified: verification }: Checked,
  isOnly: boolean,
): readonly EmbeddedValue[] {
  const value = (
    name: string,
    text: string | undefined,
    kind: EmbeddedValue['kind'] = 'text',
  ): readonly EmbeddedValue[] => {
    if (!text) return []
    const common = isOnly
      ? { name, term: `signature:${name.toLowerCase()}` }
      : { name: `Signature ${number} ${name}` }
    return [{ source: 'signature', ...common, kind, value: text, place: {} }]
  }
  const { signer, issuer, signedAt } = verification ?? {}
  const day =
    signedAt &&
    calendarDay(signedAt.getUTCFullYear(), signedAt.getUTCMonth() + 1, signedAt.getUTCDate())
  return [
    ...value('State', state),
    ...value('Signer', signer),
    ...value('Issuer', issuer),
    ...value('Date', day, 'date'),
  ]
}

/** Parses a time such as `D:20260102030405+01'00'`. A time without an offset is UTC. */
function timeOf(text: string): Date | undefined {
  const match = /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:([+-])(\d{2})'(\d{2}))?/.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, sign = '+', hours = '00', minutes = '00'] = match
  const date = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${sign}${hours}:${minutes}`,
  )
  return Number.isNaN(date.getTime()) ? undefined : date
}
