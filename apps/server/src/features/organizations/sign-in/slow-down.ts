import { createHash } from 'node:crypto'
import type { Installation } from '../../../platform/db/database.ts'
import { networkOf } from '../../../platform/network-of.ts'
import { findKnownWays, settleAttempt, takeAttempt, type Way } from './attempts.store.ts'

export type Attempt = {
  readonly username: string
  readonly address: string
  /** What the browser was given when somebody signed in with it before. */
  readonly browserToken: string | undefined
}

export type TakenAttempt =
  | { readonly waitSeconds: number }
  | { readonly waitSeconds?: undefined; succeed(browserToken: string): Promise<void> }

/**
 * Slows guessing down without shutting an account. A browser and an address that somebody has signed in
 * from have a count of their own, so that whatever strangers try, its owner comes in as always. All
 * strangers to an account share one, which lets fewer than a hundred guesses an hour through; and one
 * address is slowed down for an account before it can use that up.
 */
export async function takeSignIn(
  installation: Installation,
  { username, address, browserToken }: Attempt,
): Promise<TakenAttempt> {
  const account = username.trim().toLowerCase()
  const network = networkOf(address)
  const browser = browserToken ? keyOf('browser', account, browserToken) : undefined
  const pair = keyOf('pair', account, network)
  const known = await findKnownWays(installation, browser ? [browser, pair] : [pair])
  const ofAddress = { key: keyOf('address', network), free: 100, ...slow }
  const ways = waysOf({ known, browser, pair, account, ofAddress })

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

/** Who is signed in and says the present password again: guesses of whoever sits at the open session. */
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
  /** The mail address that it is about, when it is about one. */
  readonly about?: string
}

const freeOf = { 'sign-up': 20, recovery: 20, invitation: 200, link: 100 }

/**
 * Counts what strangers ask for besides signing in, such as a mail: by where they are, and by whom it is
 * about. Returns the seconds to wait when that is too much.
 */
export function takeAsk(
  installation: Installation,
  { purpose, address, about }: Ask,
): Promise<number | undefined> {
  const place = { key: keyOf(purpose, networkOf(address)), free: freeOf[purpose], ...slower }
  const person = about && { key: keyOf(`${purpose} about`, about), free: 3, ...slower }
  return takeAttempt(installation, person ? [place, person] : [place])
}

const slow = { firstSeconds: 4, longestSeconds: 64 }
const slower = { firstSeconds: 4, longestSeconds: 15 * 60 }

type Found = {
  readonly known: ReadonlySet<string>
  readonly browser: string | undefined
  readonly pair: string
  readonly account: string
  readonly ofAddress: Way
}

function waysOf({ known, browser, pair, account, ofAddress }: Found): readonly Way[] {
  if (browser && known.has(browser)) return [{ key: browser, free: 5, ...slow }]
  if (known.has(pair)) return [{ key: pair, free: 5, ...slow }, ofAddress]
  const strangers = { key: keyOf('strangers', account), free: 20, ...slow }
  return [{ key: pair, free: 5, ...slower }, strangers, ofAddress]
}

/** What was typed as a name may be a password, so that nothing of it is stored. */
const keyOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
