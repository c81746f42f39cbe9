import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { explain } from '../../shared/api/refusal.ts'
import { longDayInUtc } from '../../shared/browser/time.ts'
import { allowance } from './billing.queries.ts'
import {
  cost,
  count,
  type IncludedPages,
  type PeriodPages,
  dollars as priceFormat,
} from './plan.ts'

/** Shows what the plan includes, what was used of it, and what is billed beyond it. */
export function AllowancePanel() {
  const { data, error } = useQuery(allowance)
  if (data) return <AllowanceTable allowance={data} />
  if (!error) return null
  const failureText = 'Failed to load the pages of this period'
  const reason = explain(error, failureText)
  return (
    <Alert
      type="error"
      showIcon
      className="billing-allowance-failure"
      title={failureText}
      description={reason === failureText ? undefined : reason}
    />
  )
}

function AllowanceTable({
  allowance: { startsAt, endsAt, platform, text, overage },
}: {
  readonly allowance: PeriodPages
}) {
  // Without a plan nothing is included, and nothing is billed.
  const isBilled = overage !== undefined
  const day = (time: string) => longDayInUtc(time)
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
            {isBilled && <th scope="col">Included</th>}
            <th scope="col">Used</th>
            {isBilled && <th scope="col">Beyond the plan</th>}
            {isBilled && <th scope="col">Cost</th>}
          </tr>
        </thead>
        <tbody>
          <AllowanceRow name="Platform" pages={platform} isBilled={isBilled} />
          <AllowanceRow name="Text extraction" pages={text} isBilled={isBilled} />
        </tbody>
      </table>
    </section>
  )
}

type RowProps = {
  readonly name: string
  readonly pages: IncludedPages
  readonly isBilled: boolean
}

function AllowanceRow({
  name,
  pages: { includedPages = 0, usedPages, pagesBeyond, dollars },
  isBilled,
}: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {isBilled && <td>{count.format(includedPages)}</td>}
      <td>{count.format(usedPages)}</td>
      {isBilled && <td>{count.format(pagesBeyond)}</td>}
      {isBilled && <td>{cost.format(dollars)}</td>}
    </tr>
  )
}
