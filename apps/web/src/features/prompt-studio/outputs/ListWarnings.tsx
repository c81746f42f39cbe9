import './list-warnings.css'

type Props = { readonly warnings: readonly string[]; readonly label: string }

/** Shows warnings about a document, or a list that may be incomplete; nothing if there are none. */
export function ListWarnings({ warnings, label }: Props) {
  if (warnings.length === 0) return null
  return (
    <ul className="list-warnings" aria-label={`Warnings for ${label}`}>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  )
}
