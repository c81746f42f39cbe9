import type { EvidenceReply } from '@recto/contract/prompt-studio/evidence'
import { EscalationTag } from '../../../shared/escalation/EscalationTag.tsx'
import type { EscalationView } from '../../../shared/escalation/escalation.ts'
import {
  type Branch,
  ConfidenceBadge,
  describeEvidence,
  type Leaf,
  NotFound,
  Toggletip,
  type ValueNode,
} from '../../prompt-studio/prompt-studio.port.ts'
import { type LeafTable, tableOf } from './leaf-table.ts'

type Props = {
  readonly values: readonly (readonly [string, ValueNode])[]
  /** Reasons why values could not be read, by key. */
  readonly failures: Readonly<Record<string, string>>
  /** Says how a larger model was asked, by key. */
  readonly escalations: Readonly<Record<string, EscalationView>>
}

/** Shows values by key, each with the pages it was read from. */
export function Values({ values, failures, escalations }: Props) {
  if (values.length === 0) return <p className="faint">This tool does not extract any values.</p>
  return (
    <dl className="values">
      {values.map(([key, node]) => (
        <div key={key}>
          <dt className="mono">{key}</dt>
          <dd>
            {failures[key] === undefined ? (
              <Value node={node} />
            ) : (
              <span className="place-missing">could not be extracted: {failures[key]}</span>
            )}
            {escalations[key] && <EscalationTag escalation={escalations[key]} label={key} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ node }: { readonly node: ValueNode }) {
  if (node.kind === 'leaf') return <Scalar leaf={node} />
  if (node.entries.length === 0) {
    return <span className="faint">{node.isList ? 'Empty list' : 'Empty object'}</span>
  }
  const table = tableOf(node)
  return table ? <Table table={table} /> : <List branch={node} />
}

function List({ branch }: { readonly branch: Branch }) {
  return (
    <ul className="value-list">
      {branch.entries.map(({ name, node }) => (
        <li key={name}>
          {!branch.isList && <span className="mono faint">{name} </span>}
          <Value node={node} />
        </li>
      ))}
    </ul>
  )
}

function Table({ table: { columns, rows } }: { readonly table: LeafTable }) {
  return (
    <div className="value-table">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="mono">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path}>
              {columns.map((column) => {
                const cell = row.cells.get(column)
                return <td key={column}>{cell && <Scalar leaf={cell} />}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Scalar({ leaf }: { readonly leaf: Leaf }) {
  const { value, locations, confidence, explanation, calibration } = leaf
  if (value === null) return <NotFound reason={explanation} />
  return (
    <>
      <span className="value">{value === '' ? '“”' : String(value)}</span>{' '}
      <EvidenceByPage
        locations={locations}
        explanation={explanation}
        isJudgement={typeof value === 'boolean'}
      />
      <ConfidenceBadge value={confidence} calibration={calibration} />
    </>
  )
}

type EvidenceProps = {
  readonly locations: readonly EvidenceReply[]
  /** Explains how the value was found. */
  readonly explanation: string | undefined
  /** Whether the value is a yes or no, which no particular words may support. */
  readonly isJudgement: boolean
}

/** One chip for each page with a quote, or a note that the value was not found. */
function EvidenceByPage({ locations, explanation, isJudgement }: EvidenceProps) {
  if (locations.length === 0) {
    const note = isJudgement ? 'inferred by the model' : 'not found in the document'
    return <span className="place-missing">{note}</span>
  }
  const pages = Map.groupBy(locations, ({ page }) => page)
  return [...pages].map(([page, pageLocations]) => {
    const [first] = pageLocations
    const quote = pageLocations.map((location) => location.quote).join('” “')
    const description = first && describeEvidence({ ...first, quote })
    return (
      <Toggletip
        key={page}
        className="place"
        match={first?.match}
        explanation={explanation === undefined ? description : `${description}. ${explanation}`}
      >
        {first?.match === 'derived' && 'derived from '}
        {`p. ${page + 1}`}
      </Toggletip>
    )
  })
}
