import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEditor } from '../state/editor-context.ts'
import { isUnderWay, type Verifications, verificationList } from '../verification.queries.ts'

const widePx = 860

/** Manages the reason that is required if expected values would get worse with the export. */
export function useOverride() {
  const { id } = useEditor().project
  const { data, isPending, refetch } = useQuery(verificationList(id))
  const [reason, setReason] = useState('')
  const isAsked = speaksAgainst(data)
  const given = reason.trim()
  return {
    isPending,
    isAsked,
    isMissing: isAsked && given === '',
    okText: isAsked ? 'Export all the same' : 'Export',
    /** Width of the dialog, which shows values side by side. */
    width: data && data.truths > 0 ? widePx : undefined,
    /** The part of the export request that contains the reason. */
    sent: isAsked ? { reason: given } : {},
    reason,
    setReason,
    /** Reloads the regression tests, because the server may have run another one. */
    look: () => void refetch(),
  }
}

function speaksAgainst(known: Verifications | undefined): boolean {
  const latest = known?.latest
  if (!latest || latest.version === null || isUnderWay(latest)) return false
  return latest.state === 'failed' || latest.outcomes.worse > 0
}
