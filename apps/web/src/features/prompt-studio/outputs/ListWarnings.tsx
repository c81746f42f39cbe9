import './list-warnings.css'

type Props = { readonly warnings: readonly string[]; readonly label: string }

/** What a person has to know of a list that may not be whole; nothing when it is. */
export function ListWarnings({ warnings, label }: Props) {
  if (warnings.length === 0) return null
  return (
    <ul className="list-warnings" aria-label={`Warnings of ${label}`}>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  )
}
