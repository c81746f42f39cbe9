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
import { percentOf, type ScoreRow } from './score-rows.ts'

type Props = {
  readonly rows: readonly ScoreRow[]
  /** Profile names by id. */
  readonly profiles: ReadonlyMap<string, string>
}

const ROW_PX = 34
const colors = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)'] as const

/** Bar chart of how often each prompt is right, with one bar for each profile. */
export function ScoreChart({ rows, profiles }: Props) {
  const data = rows.map(({ key, scores }) => ({
    key,
    ...Object.fromEntries([...scores].map(([id, score]) => [id, percentOf(score)])),
  }))
  const height = Math.max(160, 60 + rows.length * ROW_PX * Math.max(1, profiles.size / 2))
  return (
    <figure className="score-chart" aria-label="Correct outputs by prompt (%)">
      <ResponsiveContainer width="100%" height={height}>
        <BarChart data={data} layout="vertical" margin={{ left: 8, right: 24 }}>
          <CartesianGrid horizontal={false} stroke="var(--hairline)" />
          <XAxis type="number" domain={[0, 100]} unit=" %" stroke="var(--ink-soft)" />
          <YAxis type="category" dataKey="key" width={150} stroke="var(--ink-soft)" />
          <Tooltip
            cursor={{ fill: 'var(--sunken)' }}
            contentStyle={{ background: 'var(--sheet)', borderColor: 'var(--hairline)' }}
          />
          <Legend itemSorter={null} />
          {[...profiles].map(([id, name], index) => (
            <Bar
              key={id}
              dataKey={id}
              name={name}
              unit=" %"
              fill={colors[index % colors.length] ?? colors[0]}
              isAnimationActive={false}
              radius={[0, 3, 3, 0]}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </figure>
  )
}
