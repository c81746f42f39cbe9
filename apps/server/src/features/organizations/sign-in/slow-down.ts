import { createHash } from 'node:crypto'
import { getClientNetwork } from '../../../platform/client-network.ts'
import type { Installation } from '../../../platform/db/database.ts'
import { findKnownWays, settleAttempt, takeAttempt, type Way } from './attempts.store.ts'

export type Attempt = {
  readonly username: string
  readonly address: string
  /** Token that the browser received at an earlier sign-in. */
  readonly browserToken: string | undefined
}

export type TakenAttempt =
  | { readonly waitSeconds: number }
  | { readonly waitSeconds?: undefined; succeed(browserToken: string): Promise<void> }

const slow = { firstSeconds: 4, longestSeconds: 64 }

/**
 * Slows guessing down without locking an account. A browser and an address with an earlier
 * successful sign-in have their own counters, so that attempts by strangers never delay the owner.
 * All strangers to an account share one counter, which allows fewer than a hundred guesses an hour;
 * and a single address is delayed for an account before it can exhaust that counter.
 */
export async function takeSignIn(
  installation: Installation,
  { username, address, browserToken }: Attempt,
): Promise<TakenAttempt> {
  const account = username.trim().toLowerCase()
  const network = getClientNetwork(address)
  const browser = browserToken ? keyOf('browser', account, browserToken) : undefined
  const pair = keyOf('pair', account, network)
  const knownWays = await findKnownWays(installation, browser ? [browser, pair] : [pair])
  const ofAddress = { key: keyOf('address', network), free: 100, ...slow }
  const ways = waysOf({ known: knownWays, browser, pair, account, ofAddress })

  const waitSeconds = await takeAttempt(installation, ways)
  if (waitSeconds !== undefined) return { waitSeconds }
  return {
    async succeed(token) {
      const proved = [pair, keyOf('browser', account, token)]
      const others = ways.map(({ key }) => key).filter((key) => !proved.includes(key))
      await settleAttempt(installation, { known: proved, others })
    },
  }
}

/**
 * Counts a confirmation of the current password by a signed-in user: somebody else at the open
 * session may be guessing.
 */
export async function takeConfirmation(
  installation: Installation,
  userId: number,
): Promise<TakenAttempt> {
  const key = keyOf('confirmation', String(userId))
  const waitSeconds = await takeAttempt(installation, [{ key, free: 5, ...slow }])
  if (waitSeconds !== undefined) return { waitSeconds }
  return { succeed: () => settleAttempt(installation, { known: [key], others: [] }) }
}

type Ask = {
  readonly purpose: 'sign-up' | 'recovery' | 'invitation' | 'link'
  readonly address: string
  /** E-mail address that the request concerns, if any. */
  readonly about?: string
}

const freeOf = { 'sign-up': 20, recovery: 20, invitation: 200, link: 100 }
const slower = { firstSeconds: 4, longestSeconds: 15 * 60 }

/**
 * Counts requests of strangers other than signing in, such as for a mail: by network and by the
 * address that they concern. Returns the seconds to wait when there are too many.
 */
export function takeAsk(
  installation: Installation,
  { purpose, address, about }: Ask,
): Promise<number | undefined> {
  const place = { key: keyOf(purpose, getClientNetwork(address)), free: freeOf[purpose], ...slower }
  const person = about && { key: keyOf(`${purpose} about`, about), free: 3, ...slower }
  return takeAttempt(installation, person ? [place, person] : [place])
}

type SlowDownResult = {
  readonly known: ReadonlySet<string>
  readonly browser: string | undefined
  readonly pair: string
  readonly account: string
  readonly ofAddress: Way
}

function waysOf({ known, browser, pair, account, ofAddress }: SlowDownResult): readonly Way[] {
  if (browser && known.has(browser)) return [{ key: browser, free: 5, ...slow }]
  if (known.has(pair)) return [{ key: pair, free: 5, ...slow }, ofAddress]
  const strangers = { key: keyOf('strangers', account), free: 20, ...slow }
  return [{ key: pair, free: 5, ...slower }, strangers, ofAddress]
}

/** Hashes the parts, because a password may have been typed as the name and must not be stored. */
const keyOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
