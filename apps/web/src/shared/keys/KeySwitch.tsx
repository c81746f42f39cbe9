import { Switch } from 'antd'
import type { Refusal } from '../api/refusal.ts'
import { useAlerts } from '../feedback/alerts.tsx'

type Props = {
  /** People call the key so. */
  readonly name: string
  readonly isActive: boolean
  readonly isPending: boolean
  /** Error message if the server gives no reason. */
  readonly failureText: string
  onSwitch(isActive: boolean, callbacks: { onError(refusal: Refusal): void }): void
}

/** Switches a key on or off. */
export function KeySwitch({ name, isActive, isPending, failureText, onSwitch }: Props) {
  const alerts = useAlerts()
  const onError = (refusal: Refusal) => alerts.showError(refusal, failureText)
  return (
    <Switch
      size="small"
      aria-label={`${name} is active`}
      checked={isActive}
      loading={isPending}
      onChange={(isOn) => onSwitch(isOn, { onError })}
    />
  )
}
