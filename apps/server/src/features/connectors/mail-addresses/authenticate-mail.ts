import { Resolver } from 'node:dns/promises'
import type { Readable } from 'node:stream'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { Log } from '../../../platform/log/log.ts'

/** `unknown` if the DNS did not answer in time. */
type CheckResult = 'pass' | 'fail' | 'none' | 'unknown'

export type MailAuthentication = {
  readonly spf: CheckResult
  readonly dkim: CheckResult
  /** Whether one of the two passes for the domain of the sender that people read. */
  readonly isVerified: boolean
}

export type MailOrigin = {
  /** Address of the sending server. */
  readonly ip: string
  /** The name that it gives itself. */
  readonly helo: string
  /** The address to which failures are returned; empty for automatic mails. */
  readonly returnPath: string
}

export type AuthenticateOptions = {
  readonly domain: string
  readonly resolver: string | undefined
  readonly log: Pick<Log, 'warn'>
}

const lookupMilliseconds = 3000
const maxSeconds = 15
/** SPF itself allows ten; each signature needs one. */
const maxLookups = 40

const unknownAuthentication: MailAuthentication = {
  spf: 'unknown',
  dkim: 'unknown',
  isVerified: false,
}

/** Checks SPF and DKIM within a limited time. Never throws: what cannot be found out is unknown. */
export async function authenticateMail(
  mail: Readable,
  origin: MailOrigin,
  { domain, resolver, log }: AuthenticateOptions,
): Promise<MailAuthentication> {
  const dns = new Resolver({ timeout: lookupMilliseconds, tries: 1 })
  if (resolver) dns.setServers([resolver])
  const limit = AbortSignal.timeout(maxSeconds * 1000)
  const timeout = new Promise<'timeout'>((resolve) => {
    limit.addEventListener('abort', () => resolve('timeout'), { once: true })
  })
  let lookups = 0
  const resolve = async (name: string, type: string) => {
    lookups += 1
    if (lookups > maxLookups)
      throw Object.assign(new Error('Too many lookups.'), { code: 'ETIMEOUT' })
    return (await dns.resolve(name, type as 'TXT')) as string[][]
  }
  try {
    const { authenticate } = await import('mailauth')
    const checks = authenticate(mail, {
      ip: origin.ip,
      helo: origin.helo,
      sender: origin.returnPath,
      mta: domain,
      resolver: resolve,
      disableArc: true,
      disableBimi: true,
      disableDmarc: true,
    })
    const result = await Promise.race([checks, timeout])
    if (result === 'timeout') return unknownAuthentication
    return judge(result)
  } catch (error) {
    log.warn({ reason: describeFailure(error) }, 'SPF and DKIM of a mail could not be checked')
    return unknownAuthentication
  } finally {
    dns.cancel()
    mail.destroy()
  }
}

type AuthenticationResult = Awaited<ReturnType<typeof import('mailauth').authenticate>>

function judge({ spf, dkim }: AuthenticationResult): MailAuthentication {
  const authors: readonly string[] = dkim.headerFrom ?? []
  const [author] = authors
  // Several senders in one header prove nothing about any of them.
  const domain = authors.length === 1 ? author?.slice(author.lastIndexOf('@') + 1) : undefined
  const spfResult = toCheckResult(spf ? spf.status.result : 'none')
  const signatures = dkim.results.map(({ status }) => ({
    result: toCheckResult(status.result),
    isAligned: domain !== undefined && Boolean(status.aligned),
  }))
  const isSpfAligned = spf !== false && isSameDomain(spf?.domain, domain)
  const isSigned = signatures.some(({ result, isAligned }) => result === 'pass' && isAligned)
  return {
    spf: spfResult,
    dkim:
      (['pass', 'unknown', 'fail'] as const).find((result) =>
        signatures.some((signature) => signature.result === result),
      ) ?? 'none',
    isVerified: isSigned || (spfResult === 'pass' && isSpfAligned),
  }
}

function toCheckResult(result: string): CheckResult {
  if (result === 'pass') return 'pass'
  if (result === 'temperror') return 'unknown'
  return result === 'none' || result === 'neutral' ? 'none' : 'fail'
}

/** Whether two domains are the same, or one is below the other. */
function isSameDomain(domain: string | undefined, author: string | undefined): boolean {
  const first = domain?.toLowerCase() ?? ''
  const second = author?.toLowerCase() ?? ''
  if (!first.includes('.') || !second.includes('.')) return false
  return first === second || first.endsWith(`.${second}`) || second.endsWith(`.${first}`)
}
