import { useQuery } from '@tanstack/react-query'
import { allowance } from './billing.queries.ts'
import {
  cost,
  count,
  dayFormat,
  type IncludedPages,
  type PeriodPages,
  dollars as priceFormat,
} from './plan.ts'

/** Shows what the plan includes, what was used of it, and what is billed beyond it. */
export function AllowancePanel() {
  const { data } = useQuery(allowance)
  return data ? <AllowanceTable allowance={data} /> : null
}

function AllowanceTable({
  allowance: { startsAt, endsAt, platform, text, overage },
}: {
  readonly allowance: PeriodPages
}) {
  const day = (time: string) => dayFormat.format(new Date(time))
  return (
    <section className="sheet billing-allowance" aria-labelledby="allowance">
      <h2 id="allowance">Pages of this period</h2>
      <p className="faint">
        {day(startsAt)} to {day(endsAt)}
        {overage !== undefined &&
          `. Each page beyond the plan costs ${priceFormat.format(overage)}.`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Included</th>
            <th scope="col">Used</th>
            <th scope="col">Beyond the plan</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          <AllowanceRow name="Platform" pages={platform} />
          <AllowanceRow name="Text extraction" pages={text} />
        </tbody>
      </table>
    </section>
  )
}

type RowProps = { readonly name: string; readonly pages: IncludedPages }

function AllowanceRow({
  name,
  pages: { includedPages, usedPages, pagesBeyond, dollars },
}: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{includedPages === undefined ? '–' : count.format(includedPages)}</td>
      <td>{count.format(usedPages)}</td>
      <td>{count.format(pagesBeyond)}</td>
      <td>{cost.format(dollars)}</td>
    </tr>
  )
}
