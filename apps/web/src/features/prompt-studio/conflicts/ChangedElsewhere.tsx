import { Alert, Button } from 'antd'
import './conflicts.css'

/** A field that somebody else has stored another value of. */
type ChangedField = {
  readonly label: string
  readonly stored: string
  readonly mine: string
}

type Props = {
  readonly fields: readonly ChangedField[]
  readonly isSaving: boolean
  onUseMine(): void
  onKeepStored(): void
}

/** What of a form somebody else has stored meanwhile, beside what is entered here: whoever is here decides. */
export function ChangedElsewhere({ fields, isSaving, onUseMine, onKeepStored }: Props) {
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="changed-elsewhere"
      title="Changed elsewhere"
      description={
        <>
          <p>Somebody, or another tab, has saved this meanwhile. Which is right?</p>
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Stored</th>
                <th scope="col">Yours</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ label, stored, mine }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{stored || <span className="faint">empty</span>}</td>
                  <td>{mine || <span className="faint">empty</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="unsaved-actions">
            <Button size="small" type="primary" loading={isSaving} onClick={onUseMine}>
              Use mine
            </Button>
            <Button size="small" onClick={onKeepStored}>
              Keep the stored one
            </Button>
          </div>
        </>
      }
    />
  )
}
