import { browserName } from '../../../shared/browser/browser-name.ts'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { labelOfWord } from '../../../shared/words/word-label.ts'
import { type AuditedChange, actionName } from './audit-entry.ts'
import {
  type AuditNames,
  type ChangedValue,
  changesOf,
  nameOfTarget,
  summaryOf,
} from './audit-values.ts'

type Props = { readonly entries: readonly AuditedChange[]; readonly names: AuditNames }

/** One line for each change; all values of a change, and from where it was made, on demand. */
export function AuditTable({ entries, names }: Props) {
  return (
    <div className="audit-table">
      <DataTable
        label="Audit Log"
        columns={columnsWith(names)}
        rows={entries}
        keyOf={({ id }) => String(id)}
        emptyText="No changes match the filters."
        details={{
          nameOf: (entry) => `${actionName(entry.action)}, ${nameOfTarget(entry, names)}`,
          render: (entry) => <Details entry={entry} names={names} />,
        }}
      />
    </div>
  )
}

/** A text on one line, which can be read as a whole when the pointer rests on it. */
const line = (text: string) => <span title={text}>{text}</span>

const columnsWith = (names: AuditNames): Column<AuditedChange>[] => [
  {
    key: 'time',
    title: 'Time',
    width: 140,
    render: ({ createdAt }) => <span title={exactTime(createdAt)}>{relativeTime(createdAt)}</span>,
  },
  { key: 'actor', title: 'Actor', width: '16%', render: ({ actor }) => line(actor || 'Server') },
  {
    key: 'action',
    title: 'Action',
    width: '23%',
    render: ({ action }) => line(actionName(action)),
  },
  {
    key: 'name',
    title: 'Target',
    width: '20%',
    render: (entry) => line(nameOfTarget(entry, names)),
  },
  {
    key: 'values',
    title: 'Change',
    render: (entry) => line(summaryOf(changesOf(entry, names))),
  },
]

type DetailsProps = { readonly entry: AuditedChange; readonly names: AuditNames }

function Details({ entry, names }: DetailsProps) {
  const changes = changesOf(entry, names)
  return (
    <dl className="audit-change">
      <div>
        <dt>Time</dt>
        <dd>{exactTime(entry.createdAt)}</dd>
      </div>
      <div>
        <dt>From</dt>
        <dd>
          <Place entry={entry} />
        </dd>
      </div>
      {entry.subjectId !== entry.name && (
        <div>
          <dt>{labelOfWord(entry.type)} ID</dt>
          <dd className="mono">{entry.subjectId}</dd>
        </div>
      )}
      {changes.map((change) => (
        <div key={change.name}>
          <dt>{labelOfWord(change.name)}</dt>
          <dd>
            <OldAndNew change={change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function OldAndNew({ change }: { readonly change: ChangedValue }) {
  return (
    <>
      {change.before !== undefined && <del>{change.before}</del>}
      {change.after !== undefined && <ins>{change.after}</ins>}
    </>
  )
}

/** The address, and the browser, program or key that was used. */
function Place({ entry: { address, browser, keyName } }: { readonly entry: AuditedChange }) {
  if (!address && !browser) return 'Server'
  return (
    <>
      {address}{' '}
      <span className="faint" title={browser}>
        {keyName === null ? browserName(browser) : `Key “${keyName}”`}
      </span>
    </>
  )
}
