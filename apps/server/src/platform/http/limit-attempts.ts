export type Attempts = {
  /** Counts an attempt; returns the seconds to wait when there were too many, and then counts nothing. */
  take(key: string): number | undefined
  /** An attempt that succeeded does not count. */
  giveBack(key: string): void
  /** Nor do those before it, where they can only have been the same person's. */
  forget(key: string): void
}

type Limits = {
  readonly max: number
  readonly withinSeconds: number
  readonly now?: () => number
}

/** Bounds how often one key may be tried within a window that starts with its first attempt. */
export function limitAttempts({ max, withinSeconds, now = Date.now }: Limits): Attempts {
  const windows = new Map<string, { count: number; endsAt: number }>()

  function forgetEnded(time: number): void {
    for (const [key, { endsAt }] of windows) if (endsAt <= time) windows.delete(key)
  }

  return {
    take(key) {
      const time = now()
      forgetEnded(time)
      const window = windows.get(key) ?? { count: 0, endsAt: time + withinSeconds * 1000 }
      if (window.count >= max) return Math.ceil((window.endsAt - time) / 1000)
      windows.set(key, { ...window, count: window.count + 1 })
      return undefined
    },
    giveBack(key) {
      const window = windows.get(key)
      if (window) windows.set(key, { ...window, count: window.count - 1 })
    },
    forget(key) {
      windows.delete(key)
    },
  }
}
