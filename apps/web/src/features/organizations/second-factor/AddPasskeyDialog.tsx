import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useAddPasskey } from './second-factor.queries.ts'

type Props = { readonly hasPassword: boolean; onClose(): void }

/** Adds a passkey, and shows the recovery codes if the account had none. */
export function AddPasskeyDialog({ hasPassword, onClose }: Props) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { mutate, data: codes, isPending, error } = useAddPasskey()
  if (codes) {
    return (
      <Modal
        open
        title="Recovery codes"
        width={560}
        footer={<Button onClick={onClose}>I have saved the codes</Button>}
        onCancel={onClose}
      >
        <RecoveryCodes codes={codes} />
      </Modal>
    )
  }
  const closeUnlessCodes = (newCodes: readonly string[]) => {
    if (newCodes.length === 0) onClose()
  }
  return (
    <FormDialog
      title="Add a passkey"
      okText="Continue"
      isPending={isPending}
      isDisabled={name.trim() === '' || (hasPassword && password === '')}
      error={error}
      fields={['password', 'name']}
      failureText="The browser created no passkey"
      onSubmit={() => mutate({ name: name.trim(), password }, { onSuccess: closeUnlessCodes })}
      onClose={onClose}
    >
      <p>A passkey signs you in with your fingerprint, your face or a PIN of this device.</p>
      <FormField
        label="Name"
        failure={failuresByField(error).get('name')}
        hint="For example the device that it is on."
      >
        {(ties) => (
          <Input
            {...ties}
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </FormField>
      <PasswordField
        hasPassword={hasPassword}
        value={password}
        error={error}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
