import { openPlatform } from '@recto/client/platform'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guardPlatform, openLease } from './lease.ts'

/** The lease of an apply, with clocks of the test and a service that stands for the server. */

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Reply = () => Response

const acceptance: Reply = () => Response.json({ expires_at: '2026-01-01T00:00:00Z' })
const refusalWith =
  (status: number): Reply =>
  () =>
    Response.json({ errors: [{ detail: 'Another apply is running.' }] }, { status })

async function open() {
  const paths: string[] = []
  let reply = acceptance
  const platform = openPlatform({
    server: 'http://127.0.0.1:9',
    organization: 'recto',
    key: 'k',
    fetch: async (url) => {
      const { pathname } = new URL(String(url))
      paths.push(pathname.split('/').slice(-2)[0] ?? '')
      return pathname.endsWith('/apply-lease/') ? reply() : Response.json({})
    },
  })
  const lease = await openLease(platform, { terminal: { complain: () => {} }, waitSeconds: 0 })
  return {
    lease,
    paths,
    guardedPlatform: guardPlatform(platform, lease),
    replyWith: (newReply: Reply) => {
      reply = newReply
    },
  }
}

describe('the lease of an apply', () => {
  test('is renewed every 3 seconds while the apply runs', async () => {
    const { lease, paths } = await open()
    await vi.advanceTimersByTimeAsync(60_000)

    expect(() => lease.assertHeld()).not.toThrow()
    expect(paths).toHaveLength(21)
    await lease.release()
  })

  test('is lost on a computer that slept longer than it, though one clock stood still', async () => {
    const { lease, paths, guardedPlatform } = await open()
    vi.setSystemTime(Date.now() + 3_600_000)
    const count = paths.length

    await expect(guardedPlatform.send('POST', 'connector/', {})).rejects.toThrow(
      'This apply has lost its lease and stops. It was not renewed for 12 seconds. Run it again.',
    )
    await expect(guardedPlatform.upload('connector/', new FormData())).rejects.toThrow('lost')
    expect(paths).toHaveLength(count)
    // No later renewal brings it back.
    await vi.advanceTimersByTimeAsync(30_000)
    expect(() => lease.assertHeld()).toThrow('lost')
    expect(paths).toHaveLength(count)
    await expect(guardedPlatform.send('GET', 'connector/')).resolves.toEqual({})
    await lease.release()
  })

  test('survives a proxy that fails for a while, and ends when another apply has had it', async () => {
    const { lease, replyWith } = await open()
    replyWith(refusalWith(503))
    await vi.advanceTimersByTimeAsync(7_000)
    replyWith(acceptance)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(() => lease.assertHeld()).not.toThrow()

    replyWith(refusalWith(409))
    await vi.advanceTimersByTimeAsync(3_000)
    replyWith(acceptance)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(() => lease.assertHeld()).toThrow('Another apply is running. Run it again.')
    await lease.release()
  })
})
