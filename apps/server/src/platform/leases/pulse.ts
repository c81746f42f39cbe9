/** What a worker knows of its own life: whether others may have taken it for dead meanwhile. */
export type HeartbeatMonitor = {
  /** Whether it has beaten so lately that nobody can have. */
  isFresh(): boolean
  /** How often it has been silent for so long that others may have taken what it held. */
  missedBeats(): number
  /** Beats now. What it holds after that is its own for a whole lease. */
  renew(): Promise<void>
}

type HeartbeatOptions = {
  readonly beat: () => Promise<void>
  readonly leaseSeconds: number
  readonly now?: () => number
}

/** Counts from before a beat was sent, as the database may write it down at once and reply late. */
export function openHeartbeatMonitor({
  beat,
  leaseSeconds,
  now = () => performance.now(),
}: HeartbeatOptions): HeartbeatMonitor {
  const lease = leaseSeconds * 1000
  let last = Number.NEGATIVE_INFINITY
  let silences = 0
  return {
    isFresh: () => now() - last < lease,
    missedBeats: () => silences,
    async renew() {
      const time = now()
      const isLate = time - last >= lease
      await beat()
      if (isLate) silences += 1
      last = time
    },
  }
}
