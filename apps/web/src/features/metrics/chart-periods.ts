/** The parts of a period that have a bar each: days, weeks or months. */
type ChartPeriods = {
  readonly title: 'Day' | 'Week' | 'Month'
  /** Oldest first. */
  readonly names: readonly string[]
  /** Adds up what is known by day. */
  sum(valuesByDay: ReadonlyMap<string, number>): ReadonlyMap<string, number>
}

/** Above these numbers of days, bars would be too narrow to see. */
const maxDaysByDay = 31
const maxDaysByWeek = 190

const dayMs = 24 * 60 * 60 * 1000
const daysPerWeek = 7

/** Divides a period so that its bars can be seen, whether it has seven days or twelve months. */
export function divideForChart(from: string, until: string): ChartPeriods {
  const days = daysBetween(from, until)
  const { title, nameOf } = chooseUnit(days.length)
  return {
    title,
    names: [...new Set(days.map(nameOf))],
    sum(valuesByDay) {
      const sums = new Map<string, number>()
      for (const [day, value] of valuesByDay)
        sums.set(nameOf(day), (sums.get(nameOf(day)) ?? 0) + value)
      return sums
    },
  }
}

function chooseUnit(dayCount: number) {
  if (dayCount <= maxDaysByDay) return { title: 'Day', nameOf: (day: string) => day } as const
  if (dayCount <= maxDaysByWeek) return { title: 'Week', nameOf: nameWeek } as const
  return { title: 'Month', nameOf: (day: string) => day.slice(0, 7) } as const
}

/** Names a week by its Monday. */
function nameWeek(day: string): string {
  const time = Date.parse(day)
  const daysSinceMonday = (new Date(time).getUTCDay() + daysPerWeek - 1) % daysPerWeek
  return `Week of ${toDay(time - daysSinceMonday * dayMs)}`
}

/** Shortens a name for the axis: month and day, or a month with its year. */
export const shortenPeriodName = (name: string): string =>
  name.length > 'YYYY-MM'.length ? name.slice(-'MM-DD'.length) : name

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Lists the days of the period, oldest first. */
function daysBetween(from: string, until: string): readonly string[] {
  const count = Math.round((Date.parse(until) - Date.parse(from)) / dayMs) + 1
  return Array.from({ length: Math.max(count, 0) }, (_, i) => toDay(Date.parse(from) + i * dayMs))
}
