import { Button, Input } from 'antd'
import { useCopy } from '../../../shared/browser/copy-text.ts'

type Props = { readonly link: string; readonly onDone: () => void }

/** Shows the invitation link to the inviting user, if the installation sends no email. */
export function InvitationLink({ link, onDone }: Props) {
  const copy = useCopy()
  return (
    <div className="sheet" style={{ padding: 24 }}>
      <p>This installation does not send email. Share this link with the person you invited:</p>
      <Input readOnly aria-label="Invitation link" className="mono" value={link} />
      <div style={{ marginTop: 16, display: 'flex', gap: 8 }}>
        <Button type="primary" onClick={() => void copy(link, 'Link copied to clipboard')}>
          Copy
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  )
}
