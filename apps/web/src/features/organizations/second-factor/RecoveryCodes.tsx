import { Alert, Button } from 'antd'
import { useCopy } from '../../../shared/browser/copy-text.ts'

type Props = { readonly codes: readonly string[] }

/** Shows new recovery codes, which the server does not show again. */
export function RecoveryCodes({ codes }: Props) {
  const copy = useCopy()
  return (
    <>
      <Alert
        type="warning"
        showIcon
        role="status"
        title="Save these recovery codes now. They are not shown again."
        description="Each of them signs you in once if you lose your device. Keep them where others cannot read them, such as in a password manager."
      />
      <ul className="recovery-codes mono" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={() => void copy(codes.join('\n'), 'Recovery codes copied')}>
        Copy all codes
      </Button>
    </>
  )
}
