type Timed = { readonly started_at: Date | null; readonly finished_at: Date | null }

/** `H:MM:SS`; the time so far while it runs. */
export function timeText(timed: Timed): string {
  const seconds = Math.floor(secondsOf(timed))
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
}

export function secondsOf({ started_at: from, finished_at: to }: Timed): number {
  return from ? ((to ?? new Date()).getTime() - from.getTime()) / 1000 : 0
}
