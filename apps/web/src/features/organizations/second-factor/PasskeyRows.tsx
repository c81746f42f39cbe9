import { Button, Input } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useRemovePasskey, useRenamePasskey } from './second-factor.queries.ts'
import type { Passkey } from './second-factor.ts'

type Props = { readonly passkeys: readonly Passkey[]; readonly hasPassword: boolean }

type OpenDialog = { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey }

/** The passkeys of the user, each of which can be renamed and removed. */
export function PasskeyRows({ passkeys, hasPassword }: Props) {
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  return (
    <>
      {passkeys.map((passkey) => (
        <div className="factor-row" key={passkey.id}>
          <span title={exactTime(passkey.addedAt)}>
            Passkey “{passkey.name}”,{' '}
            {passkey.usedAt ? `last used ${relativeTime(passkey.usedAt)}` : 'not used yet'}
          </span>
          <span>
            <Button
              style={{ marginRight: 8 }}
              aria-label={`Rename passkey ${passkey.name}`}
              onClick={() => setOpen({ kind: 'rename', passkey })}
            >
              Rename
            </Button>
            <Button
              danger
              aria-label={`Remove passkey ${passkey.name}`}
              onClick={() => setOpen({ kind: 'remove', passkey })}
            >
              Remove
            </Button>
          </span>
        </div>
      ))}
      {open?.kind === 'rename' && <RenameDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveDialog passkey={open.passkey} hasPassword={hasPassword} onClose={close} />
      )}
    </>
  )
}

type DialogProps = { readonly passkey: Passkey; onClose(): void }

function RenameDialog({ passkey, onClose }: DialogProps) {
  const [name, setName] = useState(passkey.name)
  const { mutate, isPending, error } = useRenamePasskey()
  return (
    <FormDialog
      title="Rename passkey"
      okText="Rename"
      isPending={isPending}
      isDisabled={name.trim() === ''}
      error={error}
      failureText="Failed to rename the passkey"
      onSubmit={() => mutate({ id: passkey.id, name: name.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <FormField label="Name" failure={undefined}>
        {(ties) => (
          <Input
            {...ties}
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </FormField>
    </FormDialog>
  )
}

function RemoveDialog({
  passkey,
  hasPassword,
  onClose,
}: DialogProps & { readonly hasPassword: boolean }) {
  const alerts = useAlerts()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useRemovePasskey()
  const onSuccess = () => {
    alerts.success('Passkey removed')
    onClose()
  }
  return (
    <FormDialog
      title={`Remove passkey “${passkey.name}”`}
      okText="Remove"
      isPending={isPending}
      error={error}
      fields={['password']}
      failureText="Failed to remove the passkey"
      onSubmit={() => mutate({ id: passkey.id, password }, { onSuccess })}
      onClose={onClose}
    >
      <PasswordField
        hasPassword={hasPassword}
        value={password}
        error={error}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
