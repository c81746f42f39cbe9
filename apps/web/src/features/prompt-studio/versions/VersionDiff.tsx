import { useQuery } from '@tanstack/react-query'
import { explain } from '../../../shared/api/refusal.ts'
import { labelOfValue } from '../../../shared/words/value-label.ts'
import { labelOfWord } from '../../../shared/words/word-label.ts'
import { useEditor } from '../state/editor-context.ts'
import { type VersionField, versionChanges } from '../version.queries.ts'

type Props = { readonly title: string; readonly from: number; readonly to?: number }

/** Shows the differences between two versions, or between one and the project, field by field. */
export function VersionDiff({ title, from, to }: Props) {
  const { id } = useEditor().project
  const { data: changes, error } = useQuery(versionChanges(id, from, to))
  return (
    <section className="version-diff" aria-label={title}>
      <h3>{title}</h3>
      {error && <p role="alert">{explain(error, 'Failed to compare the versions')}</p>}
      {!changes && !error && <div className="bone diff-bone" aria-busy="true" />}
      {changes?.length === 0 && <p className="faint">No changes</p>}
      {changes && changes.length > 0 && <Changes title={title} changes={changes} />}
    </section>
  )
}

type ChangesProps = { readonly title: string; readonly changes: readonly VersionField[] }

function Changes({ title, changes }: ChangesProps) {
  return (
    <table className="diff">
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">Prompt</th>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ key, field, before: previousValue, after: newValue }) => (
          <tr key={`${key}/${field}`}>
            <td className="mono">{key ?? 'Tool settings'}</td>
            <td>{labelOfWord(field)}</td>
            <td>
              {previousValue === null ? (
                <span className="faint">–</span>
              ) : (
                <del>{labelOfValue(field, previousValue)}</del>
              )}
            </td>
            <td>
              {newValue === null ? (
                <span className="faint">–</span>
              ) : (
                <ins>{labelOfValue(field, newValue)}</ins>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
