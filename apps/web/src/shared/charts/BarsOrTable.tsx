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
import './charts.css'

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

/** Bars, or the same as a table; who listens to the page has the table in either case. */
export function BarsOrTable(props: Props) {
  const {
    title,
    places,
    series,
    hasFractions = false,
    isStacked,
    shortPlace = whole,
    amount,
  } = props
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  const data = places.map((place) => ({
    place,
    ...Object.fromEntries(series.map(({ key, values }) => [key, values.get(place) ?? 0])),
  }))
  const say = (value: unknown, _: unknown, { dataKey }: { readonly dataKey?: unknown }) =>
    amount(String(dataKey), Number(value))
  return (
    <section className="bar-chart" aria-labelledby={id}>
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
        </div>
      )}
      <PlaceTable {...props} isShown={isTable} />
    </section>
  )
}

function PlaceTable(props: Props & { readonly isShown: boolean }) {
  const { isShown, title, places, placeTitle, series, isNewestFirst = false, amount } = props
  return (
    <div className={isShown ? 'bar-table' : 'visually-hidden'}>
      <table>
        <caption className="visually-hidden">
          {title} by {placeTitle.toLowerCase()}
        </caption>
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
      </table>
    </div>
  )
}
