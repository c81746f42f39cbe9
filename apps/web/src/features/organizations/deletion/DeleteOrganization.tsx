import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { PasswordField } from '../second-factor/PasswordField.tsx'
import { secondFactors } from '../second-factor/second-factor.queries.ts'
import { DeletionPlaceholder, DeletionRow } from './DeletionRow.tsx'
import {
  organizationDeletion,
  useDeleteOrganization,
  useKeepOrganization,
} from './deletion.queries.ts'

/** Deletes the organization, after a delay in which every admin can undo it. */
export function DeleteOrganization() {
  const deletion = useQuery(organizationDeletion)
  const keep = useKeepOrganization()
  const { data } = deletion
  if (!data) return <DeletionPlaceholder {...deletion} />
  return (
    <DeletionRow
      subject="This organization"
      deletesAt={data.deletesAt}
      explanation={`All documents, projects, workflows and results are deleted after ${data.days} days.`}
      buttonText="Delete organization"
      undo={keep}
      dialog={(close) => <DeleteOrganizationDialog days={data.days} onClose={close} />}
    />
  )
}

type DialogProps = { readonly days: number; onClose(): void }

function DeleteOrganizationDialog({ days, onClose }: DialogProps) {
  const { organization } = useSignedIn()
  const { data: factors } = useQuery(secondFactors)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useDeleteOrganization()
  return (
    <FormDialog
      title="Delete the organization"
      okText="Delete organization"
      isPending={isPending}
      isDisabled={name.trim() !== organization.displayName}
      error={error}
      fields={['name', 'password']}
      failureText="Failed to delete the organization"
      onSubmit={() => mutate({ name, password }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Every admin can undo this for {days} days, and gets an email about it. Until then,
        everything keeps working.
      </p>
      <FormField
        label={`Enter “${organization.displayName}” to confirm`}
        failure={failuresByField(error).get('name')}
      >
        {(ties) => (
          <Input
            {...ties}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </FormField>
      <PasswordField
        hasPassword={factors?.hasPassword ?? true}
        value={password}
        error={error}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
