import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { PasswordField } from '../second-factor/PasswordField.tsx'
import { secondFactors } from '../second-factor/second-factor.queries.ts'
import { DeletionPlaceholder, DeletionRow } from './DeletionRow.tsx'
import { accountDeletion, useDeleteAccount, useKeepAccount } from './deletion.queries.ts'

/** Deletes the account of the user, after a delay in which they can undo it. */
export function DeleteAccount() {
  const deletion = useQuery(accountDeletion)
  const keep = useKeepAccount()
  const { data } = deletion
  if (!data) return <DeletionPlaceholder {...deletion} />
  const isNeeded = data.onlyAdminOf.length > 0
  return (
    <DeletionRow
      subject="Your account"
      deletesAt={data.deletesAt}
      explanation={
        isNeeded
          ? `You are the only admin of ${data.onlyAdminOf.join(', ')}. Make somebody else an admin, or delete the organization first.`
          : `Your account is deleted after ${data.days} days. What you own passes to an admin of each organization.`
      }
      buttonText="Delete account"
      undo={keep}
      isDisabled={isNeeded}
      dialog={(close) => <DeleteAccountDialog days={data.days} onClose={close} />}
    />
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
