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
  let heldUntil = 0
  let refusal: Error | undefined
  const take = async () => {
    const startTime = performance.now()
    await platform.send('POST', 'apply-lease/', { holder, seconds: leaseSeconds })
    heldUntil = startTime + leaseSeconds * 1000
  }
  await waitFor(take, { terminal, waitSeconds })
  const renew = () =>
    take().catch((error: Error) => {
      // A failed connection may recover before the lease expires.
      if (error instanceof CallRefused) refusal = error
    })
  const timer = setInterval(() => void renew(), renewalSeconds * 1000)
  return {
    assertHeld() {
      if (refusal || performance.now() > heldUntil)
        throw new CommandLineError(
          `This apply has lost its lease and stops. ${refusal?.message ?? ''} Run it again.`,
        )
    },
    async release() {
      clearInterval(timer)
      await platform.send('POST', 'apply-lease/release/', { holder })
    },
  }
}

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
