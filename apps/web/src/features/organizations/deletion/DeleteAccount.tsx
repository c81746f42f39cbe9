import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { PasswordField } from '../second-factor/PasswordField.tsx'
import { secondFactors } from '../second-factor/second-factor.queries.ts'
import { DeletionRow } from './DeletionRow.tsx'
import { accountDeletion, useDeleteAccount, useKeepAccount } from './deletion.queries.ts'

/** Deletes the account of the user, after a delay in which they can undo it. */
export function DeleteAccount() {
  const { data, error, refetch } = useQuery(accountDeletion)
  const alerts = useAlerts()
  const keep = useKeepAccount()
  const [isOpen, setOpen] = useState(false)
  if (error && !data) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the deletion" onRetry={retry} />
  }
  if (!data) return <div className="bone" style={{ height: 80 }} aria-busy="true" />
  const isNeeded = data.onlyAdminOf.length > 0
  const onError = (refusal: Error) => alerts.showError(refusal, 'Failed to undo the deletion')
  return (
    <>
      <DeletionRow
        subject="Your account"
        deletesAt={data.deletesAt}
        explanation={
          isNeeded
            ? `You are the only admin of ${data.onlyAdminOf.join(', ')}. Make somebody else an admin, or delete the organization first.`
            : `Your account is deleted after ${data.days} days. What you own passes to an admin of each organization.`
        }
        buttonText="Delete account"
        isUndoing={keep.isPending}
        isDisabled={isNeeded}
        onDelete={() => setOpen(true)}
        onUndo={() => keep.mutate({}, { onError })}
      />
      {isOpen && <DeleteAccountDialog days={data.days} onClose={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = { readonly days: number; onClose(): void }

function DeleteAccountDialog({ days, onClose }: DialogProps) {
  const { data: factors } = useQuery(secondFactors)
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useDeleteAccount()
  return (
    <FormDialog
      title="Delete your account"
      okText="Delete account"
      isPending={isPending}
      error={error}
      fields={['password']}
      failureText="Failed to delete the account"
      onSubmit={() => mutate(password, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>You can undo this for {days} days by signing in again.</p>
      <PasswordField
        hasPassword={factors?.hasPassword ?? true}
        value={password}
        error={error}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
