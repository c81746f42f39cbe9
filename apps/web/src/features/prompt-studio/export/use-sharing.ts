import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { useEditor } from '../state/editor-context.ts'
import { exportShares, memberNames } from '../tool.queries.ts'
import type { ExportShare } from '../tool.ts'

const nobodyElse: ExportShare = { isForAll: false, userIds: [] }

/** Manages with whom an export shares the tool. By default the current sharing is kept. */
export function useSharing() {
  const { project } = useEditor()
  const { user } = useSignedIn()
  const [chosen, setChosen] = useState<ExportShare>()
  const { data: members, ...membersRead } = useQuery(memberNames)
  const { data: before, ...sharesRead } = useQuery(exportShares(project.id))
  const owner = project.createdBy ?? Number(user.id)
  // A user who is alone in the organization is not asked.
  const isAlone = members !== undefined && members.length < 2
  const usual = isAlone ? { isForAll: false, userIds: [owner] } : (before?.share ?? nobodyElse)
  return {
    share: chosen ?? usual,
    members: members ?? [],
    projectUserIds: before?.projectUserIds ?? [owner],
    isAsked: members !== undefined && !isAlone,
    isPending: membersRead.isPending || sharesRead.isPending,
    // If the current sharing is unknown, an export must not remove it.
    error: membersRead.error ?? sharesRead.error,
    change: setChosen,
  }
}
