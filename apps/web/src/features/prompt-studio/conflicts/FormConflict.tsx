import { Alert, Button } from 'antd'
import './conflicts.css'

/** A field for which another user has saved another value. */
type ChangedField = {
  readonly label: string
  readonly storedValue: string
  readonly ownValue: string
}

type Props = {
  readonly fields: readonly ChangedField[]
  readonly isSaving: boolean
  onOverwrite(): void
  onKeepStored(): void
}

/**
 * Shows the form's values saved by another user next to those entered here, and lets the user
 * choose.
 */
export function FormConflict({ fields, isSaving, onOverwrite, onKeepStored }: Props) {
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="changed-elsewhere"
      title="Changed elsewhere"
      description={
        <>
          <p>
            This was changed in another tab or by someone else. Which version do you want to keep?
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Saved</th>
                <th scope="col">Yours</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ label, storedValue, ownValue }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{storedValue || <span className="faint">empty</span>}</td>
                  <td>{ownValue || <span className="faint">empty</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="unsaved-actions">
            <Button size="small" type="primary" loading={isSaving} onClick={onOverwrite}>
              Use mine
            </Button>
            <Button size="small" onClick={onKeepStored}>
              Keep saved version
            </Button>
          </div>
        </>
      }
    />
  )
}
