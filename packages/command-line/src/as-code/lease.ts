import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CallRefused } from '@recto/client/deployment'
import type { Platform } from '@recto/client/platform'
import { CommandLineError } from '../options.ts'
import type { Terminal } from '../terminal.ts'

export type ApplyLease = {
  /** Throws if another process may have the lease by now. */
  readonly assertHeld: () => void
  readonly release: () => Promise<void>
}

/** The server gives the lease to another process so long after the last renewal. */
const leaseSeconds = 12
const renewalSeconds = 3
const retrySeconds = 1

/** The replies after which no renewal can succeed. */
const finalStatuses: readonly number[] = [401, 403, 404, 409]

type LeaseOptions = {
  readonly terminal: Pick<Terminal, 'complain'>
  /** How long it waits for another process. */
  readonly waitSeconds: number
}

/** Takes the right to change the organization, which one process has at a time, and renews it until it is released. */
export async function openLease(
  platform: Platform,
  { terminal, waitSeconds }: LeaseOptions,
): Promise<ApplyLease> {
  const holder = randomUUID()
  let renewalTimes = readClocks()
  let loss: string | undefined
  const take = async (renews: boolean) => {
    const startTimes = readClocks()
    await platform.send('POST', 'apply-lease/', { holder, seconds: leaseSeconds, renews })
    renewalTimes = startTimes
  }
  const findLoss = () => {
    // A lease that has expired once stays lost, even if a later renewal would succeed.
    if (isExpired(renewalTimes)) loss ??= `It was not renewed for ${leaseSeconds} seconds.`
    return loss
  }
  const renew = async () => {
    if (findLoss() !== undefined) return
    try {
      await take(true)
    } catch (error) {
      // Other failures, such as that of a connection or a proxy, may end before the lease expires.
      if (error instanceof CallRefused && finalStatuses.includes(error.status)) loss = error.message
    }
  }
  await waitFor(() => take(false), { terminal, waitSeconds })
  const timer = setInterval(() => void renew(), renewalSeconds * 1000)
  return {
    assertHeld() {
      const reason = findLoss()
      if (reason !== undefined)
        throw new CommandLineError(
          `This apply has lost its lease and stops. ${reason} Run it again.`,
        )
    },
    async release() {
      clearInterval(timer)
      await platform.send('POST', 'apply-lease/release/', { holder })
    },
  }
}

/** Two clocks in milliseconds: the first one stands still while a computer sleeps, and the second one can be set back. */
const readClocks = () => [performance.now(), Date.now()] as const

const isExpired = (renewalTimes: ReturnType<typeof readClocks>): boolean =>
  readClocks().some((time, index) => time - (renewalTimes[index] ?? 0) > leaseSeconds * 1000)

/** Returns a platform that sends no changing request after the lease was lost. */
export const guardPlatform = (
  platform: Platform,
  { assertHeld }: Pick<ApplyLease, 'assertHeld'>,
): Platform => ({
  ...platform,
  async send(method, path, body) {
    if (method !== 'GET') assertHeld()
    return platform.send(method, path, body)
  },
  async upload(path, form) {
    assertHeld()
    return platform.upload(path, form)
  },
})

async function waitFor(
  take: () => Promise<void>,
  { terminal, waitSeconds }: LeaseOptions,
): Promise<void> {
  const deadline = performance.now() + waitSeconds * 1000
  const findRefusal = async () => {
    try {
      await take()
      return undefined
    } catch (error) {
      if (error instanceof CallRefused && error.status === 409) return error
      throw error
    }
  }
  let refusal = await findRefusal()
  if (refusal && waitSeconds > 0)
    terminal.complain(`${refusal.message} Waiting up to ${waitSeconds} seconds for it to end.`)
  while (refusal) {
    if (performance.now() >= deadline) throw refusal
    await sleep(retrySeconds * 1000)
    refusal = await findRefusal()
  }
}
