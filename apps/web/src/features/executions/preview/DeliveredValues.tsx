import { Alert } from 'antd'
import { keyboardScrollable } from '../../../shared/layout/keyboard-scrollable.ts'
import type { PlannedDelivery } from '../planned-delivery.ts'
import './preview.css'

type Props = { readonly delivery: PlannedDelivery }

/** Shows the rows or files that a delivery would write. */
export function DeliveredValues({ delivery }: Props) {
  return (
    <>
      <p>{introductionTo(delivery)}</p>
      {delivery.problem !== null && (
        <Alert type="error" showIcon role="alert" title={delivery.problem} />
      )}
      {delivery.caveat !== null && <Alert type="warning" showIcon title={delivery.caveat} />}
      {delivery.kind === 'table' && delivery.columns.length > 0 && <Rows delivery={delivery} />}
      <Paths delivery={delivery} />
    </>
  )
}

function introductionTo({ kind, target, tableExists }: PlannedDelivery): string {
  if (kind === 'folder') return `One file for each document in the folder “${target}”:`
  if (kind === 'other') return 'This destination has no rows or files to show.'
  if (tableExists === null) return `The table “${target}” could not be looked up.`
  return tableExists
    ? `Each file becomes a row of the existing table “${target}”.`
    : `The first run creates the table “${target}”. Each file becomes a row.`
}

function Rows({ delivery: { target, columns, files, tableExists } }: Props) {
  return (
    <section className="preview-rows" aria-label={`Rows of ${target}`} {...keyboardScrollable}>
      <table aria-label={`Rows that would be written to ${target}`}>
        <thead>
          <tr>
            {columns.map(({ name, type, isNew }) => (
              <th key={name} scope="col">
                <span className="mono">{name}</span>
                <small>
                  {type}
                  {isNew && tableExists === true && ' · new column'}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {files
            .filter(({ cells }) => cells !== null)
            .map(({ id, cells }) => (
              <tr key={id}>
                {columns.map(({ name, isSetOnDelivery }, index) => (
                  <td key={name}>
                    <Cell value={cells?.[index] ?? null} isSetOnDelivery={isSetOnDelivery} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}

type CellProps = { readonly value: string | null; readonly isSetOnDelivery: boolean }

function Cell({ value, isSetOnDelivery }: CellProps) {
  if (isSetOnDelivery) return <span className="faint">set when written</span>
  if (value === null) return <span className="faint">empty</span>
  return <span className="preview-cell">{value}</span>
}

/** Paths of the files that would be written, and the reasons why others would not. */
function Paths({ delivery: { files } }: Props) {
  const listedFiles = files.filter(
    ({ writtenPath, problem }) => writtenPath !== null || problem !== null,
  )
  if (listedFiles.length === 0) return null
  return (
    <ul className="preview-paths">
      {listedFiles.map(({ id, name, writtenPath, problem }) => (
        <li key={id}>
          {name}:{' '}
          {problem === null ? (
            <span className="mono">{writtenPath}</span>
          ) : (
            <span className="preview-problem">not delivered. {problem}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
