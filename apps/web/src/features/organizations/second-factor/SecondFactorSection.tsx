import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { AppSetUp } from './AppSetUp.tsx'
import { PasskeyRows } from './PasskeyRows.tsx'
import { PasswordField } from './PasswordField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { secondFactors, useRemoveApp, useRenewCodes } from './second-factor.queries.ts'
import type { OwnFactors } from './second-factor.ts'
import './second-factor.css'

type OpenDialog = 'add' | 'passkey' | 'remove' | 'renew'

/** The second factors of the user, each of which can be added and removed. */
export function SecondFactorSection() {
  const { data, error, refetch } = useQuery(secondFactors)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const close = () => setOpenDialog(undefined)

  if (error && !data) {
    const retry = () => void refetch()
    return (
      <FailureState error={error} fallback="Failed to load your second factors" onRetry={retry} />
    )
  }
  if (!data) return <div className="bone" style={{ height: 80 }} aria-busy="true" />
  return (
    <div className="sheet">
      <AppRow factors={data} onOpen={setOpenDialog} />
      <PasskeyRows passkeys={data.passkeys} hasPassword={data.hasPassword} />
      <div className="factor-row">
        <span>A passkey signs in without the password, or after it.</span>
        <Button onClick={() => setOpenDialog('passkey')}>Add passkey</Button>
      </div>
      {(data.appAddedAt !== undefined || data.passkeys.length > 0) && (
        <div className="factor-row">
          <span>{codesLeft(data.recoveryCodesLeft)}</span>
          <Button onClick={() => setOpenDialog('renew')}>Replace recovery codes</Button>
        </div>
      )}
      {openDialog === 'add' && (
        <Modal open title="Add an authenticator app" footer={null} width={560} onCancel={close}>
          <AppSetUp hasPassword={data.hasPassword} onDone={close} />
        </Modal>
      )}
      {openDialog === 'passkey' && (
        <AddPasskeyDialog hasPassword={data.hasPassword} onClose={close} />
      )}
      {openDialog === 'remove' && <RemoveDialog hasPassword={data.hasPassword} onClose={close} />}
      {openDialog === 'renew' && <RenewDialog hasPassword={data.hasPassword} onClose={close} />}
    </div>
  )
}

const codesLeft = (count: number) =>
  count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`

type RowProps = {
  readonly factors: OwnFactors
  onOpen(dialog: OpenDialog): void
}

function AppRow({ factors: { appAddedAt }, onOpen }: RowProps) {
  if (appAddedAt === undefined) {
    return (
      <div className="factor-row">
        <span>An authenticator app shows a code that signing in asks for after the password.</span>
        <Button type="primary" onClick={() => onOpen('add')}>
          Add authenticator app
        </Button>
      </div>
    )
  }
  return (
    <div className="factor-row">
      <span title={exactTime(appAddedAt)}>Authenticator app, added {relativeTime(appAddedAt)}</span>
      <Button danger onClick={() => onOpen('remove')}>
        Remove authenticator app
      </Button>
    </div>
  )
}

type DialogProps = { readonly hasPassword: boolean; onClose(): void }

function RemoveDialog({ hasPassword, onClose }: DialogProps) {
  const alerts = useAlerts()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useRemoveApp()
  const onSuccess = () => {
    alerts.success('Authenticator app removed')
    onClose()
  }
  return (
    <FormDialog
      title="Remove authenticator app"
      okText="Remove"
      isPending={isPending}
      error={error}
      fields={['password']}
      failureText="Failed to remove the app"
      onSubmit={() => mutate(password, { onSuccess })}
      onClose={onClose}
    >
      <p>
        Signing in will only ask for your password. Organizations that require a second factor will
        be closed to you.
      </p>
      <PasswordField
        hasPassword={hasPassword}
        value={password}
        error={error}
        onChange={setPassword}
      />
    </FormDialog>
  )
}

function RenewDialog({ hasPassword, onClose }: DialogProps) {
  const [password, setPassword] = useState('')
  const { mutate, data: codes, isPending, error } = useRenewCodes()
  if (codes) {
    return (
      <Modal open title="Recovery codes" footer={null} width={560} onCancel={onClose}>
        <RecoveryCodes codes={codes} />
      </Modal>
    )
  }
  return (
    <FormDialog
      title="Replace recovery codes"
      okText="Replace"
      isPending={isPending}
      error={error}
      fields={['password']}
      failureText="Failed to replace the codes"
      onSubmit={() => mutate(password)}
      onClose={onClose}
    >
      <p>The codes that you have saved will no longer work.</p>
      <PasswordField
        hasPassword={hasPassword}
        value={password}
        error={error}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
