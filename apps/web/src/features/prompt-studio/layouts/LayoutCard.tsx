import { Tag, Tooltip } from 'antd'
import { Fragment } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import type { LayoutRule, LayoutSummary } from '../layouts.queries.ts'

type Props = { readonly layout: LayoutSummary; readonly name: string }

/** Shows a layout: how often it was recognized, what its rules have answered, and the rules. */
export function LayoutCard({ layout, name }: Props) {
  const {
    documents,
    compiledAt,
    recognised: recognisedCount,
    answered: answeredCount,
    missed: missedCount,
    fields,
    withoutRule,
  } = layout
  const { savedInDollars: savedDollars } = layout
  const fieldCount = answeredCount + missedCount
  const facts = [
    ['Learned from', `${documents} approved`],
    ['Recognized in', formatCount(recognisedCount, 'document')],
    [
      'Answered by rules',
      fieldCount === 0 ? 'none yet' : `${answeredCount} of ${formatCount(fieldCount, 'field')}`,
    ],
    ['Saved', savedDollars === null || answeredCount === 0 ? '–' : formatDollars(savedDollars)],
  ] as const
  return (
    <section className="layout-card" aria-label={name}>
      <h4>
        {name}
        <Tooltip title={exactTime(compiledAt)}>
          <span className="faint">updated {relativeTime(compiledAt)}</span>
        </Tooltip>
      </h4>
      <dl className="layout-facts">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {fields.length > 0 && <Rules fields={fields} name={name} documentCount={documents} />}
      {withoutRule.length > 0 && (
        <p className="layout-rest">
          Fields without a rule, filled in by the model:{' '}
          <span className="mono">{withoutRule.join(', ')}</span>
        </p>
      )}
    </section>
  )
}

type RulesProps = {
  readonly fields: readonly LayoutRule[]
  readonly name: string
  /** Number of documents that the layout was learned from. */
  readonly documentCount: number
}

function Rules({ fields, name, documentCount }: RulesProps) {
  return (
    <table className="layout-rules">
      <caption className="visually-hidden">Rules for {name}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Rule</th>
          <th scope="col" className="layout-held">
            Verified on
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ key, rule, documents, isSuspended }) => (
          <tr key={key}>
            <th scope="row" className="mono">
              <Key name={key} />
            </th>
            <td>
              {rule}
              {isSuspended && <Suspended />}
            </td>
            <td className="layout-held">
              {documents} of {documentCount}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Allows a long key to wrap after its separators instead of within words. */
function Key({ name }: { readonly name: string }) {
  let index = 0
  return name.split(/(?<=[_.-])/).map((part) => {
    index += part.length
    return (
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    )
  })
}

const Suspended = () => (
  <p className="layout-suspended">
    <Tag color="warning">suspended</Tag> A reviewer corrected this field. The model fills it in
    until the rule is verified again.
  </p>
)

export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** Formats dollars with up to four decimals, because most amounts are small. */
export const formatDollars = (dollars: number): string =>
  `$${dollars.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`
