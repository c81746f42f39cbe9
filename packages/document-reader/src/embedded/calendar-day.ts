/** `YYYY-MM-DD` of what is a day of the calendar; else undefined. */
export function calendarDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  date.setUTCFullYear(year)
  const isDay =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay ? date.toISOString().slice(0, 10) : undefined
}
