import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'

type Props = {
  readonly label: string
  /** Reason why the user may not do it; shown instead of the label. */
  readonly refusal?: string | undefined
  readonly icon: ReactNode
  onClick(): void
}

/** One of the buttons at the end of a row. */
export function RowAction({ label, refusal, icon, onClick }: Props) {
  return (
    <Tooltip title={refusal ?? label}>
      <Button
        type="text"
        size="small"
        aria-label={label}
        aria-description={refusal}
        disabled={refusal !== undefined}
        icon={icon}
        onClick={onClick}
      />
    </Tooltip>
  )
}
