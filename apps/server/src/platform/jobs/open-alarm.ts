type Alarm = {
  /** Resolves when it rings, or has rung since the last wait, or when the time is over. */
  within(milliseconds: number): Promise<void>
  ring(): void
}

/** A sleep that can be ended from outside; the signal ends all of them. */
export function openAlarm(until: AbortSignal): Alarm {
  let hasRung = false
  let wake = () => {}
  const ring = () => {
    hasRung = true
    wake()
  }
  until.addEventListener('abort', ring, { once: true })

  return {
    ring,
    async within(milliseconds) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        if (hasRung || until.aborted) return resolve()
        wake = resolve
        timer = setTimeout(resolve, milliseconds)
      })
      clearTimeout(timer)
      hasRung = false
    },
  }
}
