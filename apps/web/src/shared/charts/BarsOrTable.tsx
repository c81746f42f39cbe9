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
import { ChartOrTable } from './ChartOrTable.tsx'

/** One kind of bar. */
type BarSeries = {
  readonly key: string
  readonly title: string
  /** By the name of the bar’s place; what is not there is 0. */
  readonly values: ReadonlyMap<string, number>
}

type Props = {
  readonly title: string
  /** Where bars stand, in order, such as days. */
  readonly places: readonly string[]
  /** What the places are, above their column in the table. */
  readonly placeTitle: string
  readonly series: readonly BarSeries[]
  readonly hasFractions?: boolean
  /** Whether the bars of a place stand on each other, as parts of one whole. */
  readonly isStacked?: boolean
  /** Whether the table begins with the last place, as with days. */
  readonly isNewestFirst?: boolean
  shortPlace?(place: string): string
  amount(key: string, value: number): string
}

const HEIGHT_PX = 220
const colors = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)'] as const
const whole = (place: string) => place

/** Bars, or the same as a table. */
export function BarsOrTable(props: Props) {
  const {
    title,
    places,
    placeTitle,
    series,
    hasFractions = false,
    isStacked,
    shortPlace = whole,
    amount,
  } = props
  const data = places.map((place) => ({
    place,
    ...Object.fromEntries(series.map(({ key, values }) => [key, values.get(place) ?? 0])),
  }))
  const say = (value: unknown, _: unknown, { dataKey }: { readonly dataKey?: unknown }) =>
    amount(String(dataKey), Number(value))
  return (
    <ChartOrTable
      title={title}
      placeTitle={placeTitle}
      chart={
        <ResponsiveContainer width="100%" height={HEIGHT_PX}>
          <BarChart data={data} accessibilityLayer={false} margin={{ left: 0, right: 8 }}>
            <CartesianGrid vertical={false} stroke="var(--hairline)" />
            <XAxis dataKey="place" stroke="var(--ink-soft)" tickFormatter={shortPlace} />
            <YAxis
              stroke="var(--ink-soft)"
              width={56}
              allowDecimals={hasFractions}
              tickFormatter={(value: number) => amount(series[0]?.key ?? '', value)}
            />
            <Tooltip
              cursor={{ fill: 'var(--sunken)' }}
              contentStyle={{ background: 'var(--sheet)', borderColor: 'var(--hairline)' }}
              formatter={say}
            />
            {series.length > 1 && <Legend />}
            {series.map(({ key, title }, at) => (
              <Bar
                key={key}
                dataKey={key}
                name={title}
                fill={colors[at] ?? colors[0]}
                {...(isStacked && { stackId: 'whole' })}
                isAnimationActive={false}
                radius={isStacked ? 0 : [3, 3, 0, 0]}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      }
      rows={<PlaceRows {...props} />}
    />
  )
}

function PlaceRows({ places, placeTitle, series, isNewestFirst = false, amount }: Props) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{placeTitle}</th>
          {series.map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(isNewestFirst ? places.toReversed() : places).map((place) => (
          <tr key={place}>
            <th scope="row">{place}</th>
            {series.map(({ key, values }) => (
              <td key={key}>{amount(key, values.get(place) ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  )
}
