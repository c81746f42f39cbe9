import { Button } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useResetFactors } from './second-factor.queries.ts'
import './second-factor.css'

type Props = { readonly person: { readonly id: string; readonly email: string } }

/** Lets an admin remove the second factors of a member who has lost them. */
export function ResetFactors({ person: { id, email } }: Props) {
  const [isOpen, setOpen] = useState(false)
  const alerts = useAlerts()
  const { mutateAsync: reset } = useResetFactors()
  const confirm = async () => {
    await reset(id)
    alerts.success('Second factors removed')
  }
  return (
    <section className="sheet factor-row" style={{ marginTop: 24 }}>
      <span>Has {email} lost their second factor and the recovery codes?</span>
      <Button danger onClick={() => setOpen(true)}>
        Reset second factors
      </Button>
      {isOpen && (
        <ConfirmDialog
          isDestructive
          title={`Reset the second factors of ${email}?`}
          okText="Reset"
          fallback="Failed to reset the second factors"
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          First make sure that it is this person who asks. They will be signed out everywhere, and
          their password alone will sign them in.
        </ConfirmDialog>
      )}
    </section>
  )
}
