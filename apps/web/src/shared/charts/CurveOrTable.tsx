import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { ChartOrTable } from './ChartOrTable.tsx'

type Props = {
  readonly title: string
  /**
   * Names of the two values of a point: axis titles of the chart and column titles of the table.
   */
  readonly categoryTitle: string
  readonly valueTitle: string
  /** Points in order. */
  readonly points: readonly { readonly category: string; readonly value: number }[]
  /** The `category` of the highlighted point. */
  readonly highlightedPoint: string | undefined
  /** Maximum of the value axis. */
  readonly maxValue: number
  amount(value: number): string
}

const HEIGHT_PX = 220

/** Shows a curve or the same data as a table. */
export function CurveOrTable(props: Props) {
  const { title, categoryTitle, valueTitle, points, highlightedPoint, maxValue, amount } = props
  return (
    <ChartOrTable
      title={title}
      categoryTitle={categoryTitle}
      chart={
        <ResponsiveContainer width="100%" height={HEIGHT_PX}>
          <LineChart
            data={[...points]}
            accessibilityLayer={false}
            margin={{ left: 0, right: 16, top: 8, bottom: 20 }}
          >
            <CartesianGrid vertical={false} stroke="var(--hairline)" />
            <XAxis
              dataKey="category"
              stroke="var(--ink-soft)"
              label={{
                value: categoryTitle,
                position: 'insideBottom',
                offset: -14,
                fill: 'var(--ink-soft)',
              }}
            />
            <YAxis
              stroke="var(--ink-soft)"
              width={56}
              domain={[0, maxValue]}
              tickFormatter={amount}
            />
            <Tooltip
              contentStyle={{ background: 'var(--sheet)', borderColor: 'var(--hairline)' }}
              labelFormatter={(category) => `${categoryTitle}: ${String(category)}`}
              formatter={(value) => amount(Number(value))}
            />
            {highlightedPoint !== undefined && (
              <ReferenceLine x={highlightedPoint} stroke="var(--chart-2)" strokeWidth={2} />
            )}
            <Line
              dataKey="value"
              name={valueTitle}
              type="stepAfter"
              stroke="var(--chart-1)"
              strokeWidth={2}
              dot={{ r: 3 }}
              isAnimationActive={false}
            />
          </LineChart>
        </ResponsiveContainer>
      }
      rows={
        <>
          <thead>
            <tr>
              <th scope="col">{categoryTitle}</th>
              <th scope="col">{valueTitle}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ category, value }) => (
              <tr key={category} aria-current={category === highlightedPoint ? 'true' : undefined}>
                <th scope="row">{category}</th>
                <td>{amount(value)}</td>
              </tr>
            ))}
          </tbody>
        </>
      }
    />
  )
}
