import { Alert } from 'antd'
import { explain } from '../api/refusal.ts'

/** Says why a change of the sharing failed, if it did. */
export const SharingFailure = ({ error }: { readonly error: unknown }) =>
  error ? (
    <Alert
      type="error"
      showIcon
      role="alert"
      style={{ marginTop: 12 }}
      title={explain(error, 'Failed to share')}
    />
  ) : null
