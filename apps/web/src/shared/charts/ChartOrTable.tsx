import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import './charts.css'

type Props = {
  readonly title: string
  /** What the places of the chart are, above their column in the table. */
  readonly placeTitle: string
  readonly chart: ReactNode
  /** The head of the table and its rows. */
  readonly rows: ReactNode
}

/** A chart, or the same as a table; who listens to the page has the table in either case. */
export function ChartOrTable({ title, placeTitle, chart, rows }: Props) {
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  return (
    <section className="bar-chart" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button size="small" type="text" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </header>
      {!isTable && <div aria-hidden="true">{chart}</div>}
      <div className={isTable ? 'bar-table' : 'visually-hidden'}>
        <table>
          <caption className="visually-hidden">
            {title} by {placeTitle.toLowerCase()}
          </caption>
          {rows}
        </table>
      </div>
    </section>
  )
}
