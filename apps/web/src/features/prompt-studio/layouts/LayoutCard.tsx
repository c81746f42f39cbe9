import { Tag, Tooltip } from 'antd'
import { Fragment } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import type { ShownLayout, ShownRule } from '../layouts.queries.ts'
import { counted, shownDollars } from './say-counts.ts'

type Props = { readonly layout: ShownLayout; readonly name: string }

/** Shows a layout: how often it was recognized, what its rules have answered, and the rules. */
export function LayoutCard({ layout, name }: Props) {
  const { documents, compiledAt, recognised, answered, missed, fields, withoutRule } = layout
  const { savedInDollars: saved } = layout
  const asked = answered + missed
  const facts = [
    ['Learnt from', `${documents} approved`],
    ['Recognised on', counted(recognised, 'document')],
    ['Answered by rules', asked === 0 ? 'none yet' : `${answered} of ${counted(asked, 'field')}`],
    ['Saved', saved === null || answered === 0 ? '–' : shownDollars(saved)],
  ] as const
  return (
    <section className="layout-card" aria-label={name}>
      <h4>
        {name}
        <Tooltip title={exactTime(compiledAt)}>
          <span className="faint">compiled {relativeTime(compiledAt)}</span>
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
      {fields.length > 0 && <Rules fields={fields} name={name} of={documents} />}
      {withoutRule.length > 0 && (
        <p className="layout-rest">
          Without a rule, asked of the model: <span className="mono">{withoutRule.join(', ')}</span>
        </p>
      )}
    </section>
  )
}

type RulesProps = {
  readonly fields: readonly ShownRule[]
  readonly name: string
  /** Number of documents that the layout was learned from. */
  readonly of: number
}

function Rules({ fields, name, of }: RulesProps) {
  return (
    <table className="layout-rules">
      <caption className="visually-hidden">Rules of {name}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Rule</th>
          <th scope="col" className="layout-held">
            Held on
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
              {documents} of {of}
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
    <Tag color="warning">suspended</Tag> A review corrected this field. The model is asked until the
    rule is proven anew.
  </p>
)
