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
  /** What is told of each point: below the chart, and above the columns of the table. */
  readonly placeTitle: string
  readonly valueTitle: string
  /** In order. */
  readonly points: readonly { readonly place: string; readonly value: number }[]
  /** The place of one that is pointed out. */
  readonly marked: string | undefined
  /** Where the scale of values ends. */
  readonly most: number
  amount(value: number): string
}

const HEIGHT_PX = 220

/** A curve, or the same as a table. */
export function CurveOrTable(props: Props) {
  const { title, placeTitle, valueTitle, points, marked, most, amount } = props
  return (
    <ChartOrTable
      title={title}
      placeTitle={placeTitle}
      chart={
        <ResponsiveContainer width="100%" height={HEIGHT_PX}>
          <LineChart
            data={[...points]}
            accessibilityLayer={false}
            margin={{ left: 0, right: 16, top: 8, bottom: 20 }}
          >
            <CartesianGrid vertical={false} stroke="var(--hairline)" />
            <XAxis
              dataKey="place"
              stroke="var(--ink-soft)"
              label={{
                value: placeTitle,
                position: 'insideBottom',
                offset: -14,
                fill: 'var(--ink-soft)',
              }}
            />
            <YAxis stroke="var(--ink-soft)" width={56} domain={[0, most]} tickFormatter={amount} />
            <Tooltip
              contentStyle={{ background: 'var(--sheet)', borderColor: 'var(--hairline)' }}
              labelFormatter={(place) => `${placeTitle}: ${String(place)}`}
              formatter={(value) => amount(Number(value))}
            />
            {marked !== undefined && (
              <ReferenceLine x={marked} stroke="var(--chart-2)" strokeWidth={2} />
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
              <th scope="col">{placeTitle}</th>
              <th scope="col">{valueTitle}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ place, value }) => (
              <tr key={place} aria-current={place === marked ? 'true' : undefined}>
                <th scope="row">{place}</th>
                <td>{amount(value)}</td>
              </tr>
            ))}
          </tbody>
        </>
      }
    />
  )
}
