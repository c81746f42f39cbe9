import { createHash } from 'node:crypto'
import { getClientNetwork } from '../../../platform/client-network.ts'
import type { Installation } from '../../../platform/db/database.ts'
import {
  type AttemptBucket,
  countAttempt,
  findKnownBuckets,
  recordSuccess,
} from './attempts.store.ts'

export type Attempt = {
  readonly username: string
  readonly address: string
  /** Token that the browser received at an earlier sign-in. */
  readonly browserToken: string | undefined
}

export type TakenAttempt =
  | { readonly waitSeconds: number }
  /** `succeed` returns how many earlier attempts had failed. */
  | { readonly waitSeconds?: undefined; succeed(browserToken: string): Promise<number> }

/** Number of failures from one network or browser that do not slow down the next attempt. */
export const freeFailuresOfPair = 5

const shortDelays = { firstSeconds: 4, maxSeconds: 64 }
const longDelays = { firstSeconds: 4, maxSeconds: 15 * 60 }

/**
 * Slows guessing down without locking an account. A browser and an address with an earlier
 * successful sign-in have their own counters, so that attempts by strangers never delay the owner.
 * All strangers to an account share one counter, which allows fewer than a hundred guesses an hour;
 * and a single address is delayed for an account before it can exhaust that counter.
 */
export async function countSignIn(
  installation: Installation,
  { username, address, browserToken }: Attempt,
): Promise<TakenAttempt> {
  const account = username.trim().toLowerCase()
  const network = getClientNetwork(address)
  const browser = browserToken ? keyOf('browser', account, browserToken) : undefined
  const pair = keyOf('pair', account, network)
  const knownKeys = await findKnownBuckets(installation, browser ? [browser, pair] : [pair])
  const ofAddress = { key: keyOf('address', network), freeFailures: 100, ...shortDelays }
  const buckets = bucketsOf({
    knownKeys: knownKeys,
    browser,
    pair,
    account,
    addressBucket: ofAddress,
  })

  const waitSeconds = await countAttempt(installation, buckets)
  if (waitSeconds !== undefined) return { waitSeconds }
  return {
    async succeed(token) {
      const provedKeys = [pair, keyOf('browser', account, token)]
      const otherKeys = buckets.map(({ key }) => key).filter((key) => !provedKeys.includes(key))
      return recordSuccess(installation, { knownKeys: provedKeys, otherKeys })
    },
  }
}

/**
 * Counts a confirmation of the current password by a signed-in user: somebody else at the open
 * session may be guessing.
 */
export async function countConfirmation(
  installation: Installation,
  userId: number,
): Promise<TakenAttempt> {
  const key = keyOf('confirmation', String(userId))
  const waitSeconds = await countAttempt(installation, [{ key, freeFailures: 5, ...shortDelays }])
  if (waitSeconds !== undefined) return { waitSeconds }
  return { succeed: () => recordSuccess(installation, { knownKeys: [key], otherKeys: [] }) }
}

/**
 * Counts a code of a second factor. A code has six digits, so anyone who knows the password is slowed down far
 * more than for a password.
 */
export async function countSecondStep(
  installation: Installation,
  userId: number,
): Promise<TakenAttempt> {
  const key = keyOf('second step', String(userId))
  const bucket = { key, freeFailures: freeFailuresOfPair, ...longDelays }
  const waitSeconds = await countAttempt(installation, [bucket])
  if (waitSeconds !== undefined) return { waitSeconds }
  return { succeed: () => recordSuccess(installation, { knownKeys: [key], otherKeys: [] }) }
}

type SensitiveRequest = {
  readonly purpose: 'sign-up' | 'recovery' | 'invitation' | 'link' | 'organization' | 'passkey'
  readonly address: string
  /** E-mail address that the request concerns, if any. */
  readonly concernedAddress?: string
  /** The person who makes the request, if signed in: others in the same network do not wait for them. */
  readonly userId?: number
}

const freeFailuresOf = {
  'sign-up': 20,
  recovery: 20,
  invitation: 200,
  link: 100,
  organization: 1000,
  passkey: 100,
}
const freeFailuresOfUser = 20

/**
 * Counts requests other than signing in with which people could do harm, such as for a mail: by
 * network, by the address that they concern and by the user. Returns the seconds to wait when there are too many.
 */
export function countSensitiveRequest(
  installation: Installation,
  { purpose, address, concernedAddress, userId }: SensitiveRequest,
): Promise<number | undefined> {
  const networkBucket = {
    key: keyOf(purpose, getClientNetwork(address)),
    freeFailures: freeFailuresOf[purpose],
    ...longDelays,
  }
  const buckets: AttemptBucket[] = [networkBucket]
  if (concernedAddress)
    buckets.push({
      key: keyOf(`${purpose} about`, concernedAddress),
      freeFailures: 3,
      ...longDelays,
    })
  if (userId !== undefined)
    buckets.push({
      key: keyOf(`${purpose} by`, String(userId)),
      freeFailures: freeFailuresOfUser,
      ...longDelays,
    })
  return countAttempt(installation, buckets)
}

/** Takes back what the start of a sign-in by passkey has counted: it has succeeded. */
export async function recordPasskeySignIn(
  installation: Installation,
  address: string,
): Promise<void> {
  const otherKeys = [keyOf('passkey', getClientNetwork(address))]
  await recordSuccess(installation, { knownKeys: [], otherKeys })
}

type BucketKeys = {
  readonly knownKeys: ReadonlySet<string>
  readonly browser: string | undefined
  readonly pair: string
  readonly account: string
  readonly addressBucket: AttemptBucket
}

function bucketsOf({
  knownKeys,
  browser,
  pair,
  account,
  addressBucket,
}: BucketKeys): readonly AttemptBucket[] {
  if (browser && knownKeys.has(browser))
    return [{ key: browser, freeFailures: freeFailuresOfPair, ...shortDelays }]
  if (knownKeys.has(pair))
    return [{ key: pair, freeFailures: freeFailuresOfPair, ...shortDelays }, addressBucket]
  const strangers = { key: keyOf('strangers', account), freeFailures: 20, ...shortDelays }
  return [{ key: pair, freeFailures: freeFailuresOfPair, ...longDelays }, strangers, addressBucket]
}

/** Hashes the parts, because a password may have been typed as the name and must not be stored. */
const keyOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
