import { Input } from 'antd'
import { FormField } from '../../../shared/form/FormField.tsx'

export const MAX_NAME = 30

type Props = {
  readonly displayName: string
  readonly apiName: string
  readonly failures: ReadonlyMap<string, string>
  /** Read-only while the deployment is being created. */
  readonly isFixed: boolean
  onDisplayName(name: string): void
  onApiName(name: string): void
}

/** Fields for the name of a deployment and for the last part of its address. */
export function NameFields(props: Props) {
  const { displayName, apiName, failures, isFixed, onDisplayName, onApiName } = props
  return (
    <>
      <FormField label="Display name" failure={failures.get('displayName')}>
        {(ties) => (
          <Input
            {...ties}
            autoFocus
            maxLength={MAX_NAME}
            disabled={isFixed}
            value={displayName}
            onChange={({ target }) => onDisplayName(target.value)}
          />
        )}
      </FormField>
      <FormField
        label="API name"
        failure={failures.get('apiName')}
        hint="The last part of the URL."
      >
        {(ties) => (
          <Input
            {...ties}
            className="mono"
            disabled={isFixed}
            value={apiName}
            onChange={({ target }) => onApiName(target.value)}
          />
        )}
      </FormField>
    </>
  )
}
