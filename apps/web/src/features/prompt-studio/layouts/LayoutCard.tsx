import { Tag } from 'antd'
import { relativeTime } from '../../../shared/browser/time.ts'
import type { ShownLayout, ShownRule } from '../layouts.queries.ts'

type Props = { readonly layout: ShownLayout; readonly name: string }

/** One layout: how often it was met, what its rules have answered, and the rules. */
export function LayoutCard({ layout, name }: Props) {
  const { documents, compiledAt, recognised, answered, missed, savedInDollars, fields } = layout
  const facts = [
    ['Approved documents', String(documents)],
    ['Recognised on', `${recognised} ${recognised === 1 ? 'document' : 'documents'}`],
    ['Fields answered', String(answered)],
    ['Fields missed', String(missed)],
    ['Saved', savedInDollars === null ? 'not known' : shownDollars(savedInDollars)],
  ] as const
  return (
    <section className="layout-card" aria-label={name}>
      <h4>
        {name} <span className="faint">compiled {relativeTime(compiledAt)}</span>
      </h4>
      <dl className="layout-facts">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {fields.length === 0 ? (
        <p className="faint">No field has a rule.</p>
      ) : (
        <Rules fields={fields} name={name} />
      )}
    </section>
  )
}

function Rules({ fields, name }: { readonly fields: readonly ShownRule[]; readonly name: string }) {
  return (
    <table className="layout-rules">
      <caption className="visually-hidden">Rules of {name}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Rule</th>
          <th scope="col">Held on</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ key, rule, documents, isSuspended }) => (
          <tr key={key}>
            <th scope="row" className="mono">
              {key} {isSuspended && <Tag color="warning">suspended</Tag>}
            </th>
            <td>{rule}</td>
            <td>{documents}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Small amounts are most of them. */
const shownDollars = (dollars: number) =>
  `$${dollars.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`
