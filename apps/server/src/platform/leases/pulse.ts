/** What a worker knows of its own life: whether others may have taken it for dead meanwhile. */
export type Pulse = {
  /** Whether it has beaten so lately that nobody can have. */
  isFresh(): boolean
  /** Beats now. What it holds after that is its own for a whole lease. */
  renew(): Promise<void>
}

type Given = {
  readonly beat: () => Promise<void>
  readonly leaseSeconds: number
  readonly now?: () => number
}

/** Counts from before a beat was sent, as the database may write it down at once and reply late. */
export function openPulse({ beat, leaseSeconds, now = () => performance.now() }: Given): Pulse {
  let last = Number.NEGATIVE_INFINITY
  return {
    isFresh: () => now() - last < leaseSeconds * 1000,
    async renew() {
      const at = now()
      await beat()
      last = at
    },
  }
}
