import type { MetricName } from '@recto/contract/metrics'
import { Button } from 'antd'
import { useId, useState } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { amountOf, type MetricLine, metricTitles } from './metric.ts'
import './metrics.css'

type Props = {
  readonly title: string
  readonly days: readonly string[]
  readonly names: readonly MetricName[]
  readonly lines: readonly MetricLine[]
}

const HEIGHT_PX = 220
const colors = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)'] as const

/** Bars by day, or the same as a table; who listens to the page has the table in either case. */
export function MetricChart({ title, days, names, lines }: Props) {
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  const valueOn = (name: MetricName, day: string) =>
    lines.find((line) => line.name === name)?.days.get(day) ?? 0
  const data = days.map((day) => ({
    day,
    ...Object.fromEntries(names.map((name) => [name, valueOn(name, day)])),
  }))
  const say = (value: unknown, _: unknown, { dataKey }: { readonly dataKey?: unknown }) =>
    amountOf(dataKey as MetricName, Number(value))
  return (
    <section className="metric-chart" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button size="small" type="text" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </header>
      {!isTable && (
        <div aria-hidden="true">
          <ResponsiveContainer width="100%" height={HEIGHT_PX}>
            <BarChart data={data} accessibilityLayer={false} margin={{ left: 0, right: 8 }}>
              <CartesianGrid vertical={false} stroke="var(--hairline)" />
              <XAxis dataKey="day" stroke="var(--ink-soft)" tickFormatter={dayAndMonth} />
              <YAxis stroke="var(--ink-soft)" width={48} allowDecimals={names[0] === 'llm_usage'} />
              <Tooltip
                cursor={{ fill: 'var(--sunken)' }}
                contentStyle={{ background: 'var(--sheet)', borderColor: 'var(--hairline)' }}
                formatter={say}
              />
              {names.length > 1 && <Legend />}
              {names.map((name, place) => (
                <Bar
                  key={name}
                  dataKey={name}
                  name={metricTitles[name]}
                  fill={colors[place] ?? colors[0]}
                  isAnimationActive={false}
                  radius={[3, 3, 0, 0]}
                />
              ))}
            </BarChart>
          </ResponsiveContainer>
        </div>
      )}
      <DayTable isShown={isTable} title={title} names={names} days={days} valueOn={valueOn} />
    </section>
  )
}

const dayAndMonth = (day: string) => day.slice(5)

type TableProps = Pick<Props, 'title' | 'days' | 'names'> & {
  readonly isShown: boolean
  valueOn(name: MetricName, day: string): number
}

function DayTable({ isShown, title, names, days, valueOn }: TableProps) {
  return (
    <div className={isShown ? 'metric-table' : 'visually-hidden'}>
      <table>
        <caption className="visually-hidden">{title} by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {metricTitles[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {names.map((name) => (
                <td key={name}>{amountOf(name, valueOn(name, day))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
