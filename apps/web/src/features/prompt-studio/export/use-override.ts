import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEditor } from '../state/editor-context.ts'
import { isUnderWay, type Verifications, verificationList } from '../verification.queries.ts'

const widePx = 860

/** Whether known values speak against an export, and the reason for which it is made all the same. */
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
    /** Of the dialog: values stand side by side. */
    width: data && data.truths > 0 ? widePx : undefined,
    /** What is sent with the export. */
    sent: isAsked ? { reason: given } : {},
    reason,
    setReason,
    /** The server may have verified the project meanwhile. */
    look: () => void refetch(),
  }
}

function speaksAgainst(known: Verifications | undefined): boolean {
  const latest = known?.latest
  if (!latest || latest.version === null || isUnderWay(latest)) return false
  return latest.state === 'failed' || latest.outcomes.worse > 0
}
