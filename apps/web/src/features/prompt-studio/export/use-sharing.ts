import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { useEditor } from '../state/editor-context.ts'
import { exportShares, memberNames } from '../tool.queries.ts'
import type { ExportShare } from '../tool.ts'

const noShare: ExportShare = { isForAll: false, userIds: [] }

/** Manages with whom an export shares the tool. The current sharing is the default. */
export function useSharing() {
  const { project } = useEditor()
  const { user } = useSignedIn()
  const [selectedShare, setSelectedShare] = useState<ExportShare>()
  const { data: members, ...membersRead } = useQuery(memberNames)
  const { data: currentShares, ...sharesRead } = useQuery(exportShares(project.id))
  const owner = project.createdBy ?? Number(user.id)
  // A user who is alone in the organization is not asked.
  const isAlone = members !== undefined && members.length < 2
  const defaultShare = isAlone
    ? { isForAll: false, userIds: [owner] }
    : (currentShares?.share ?? noShare)
  return {
    share: selectedShare ?? defaultShare,
    members: members ?? [],
    projectUserIds: currentShares?.projectUserIds ?? [owner],
    isAlone,
    canChooseUsers: members !== undefined && !isAlone,
    isPending: membersRead.isPending || sharesRead.isPending,
    // If the current sharing is unknown, an export must not remove it.
    error: membersRead.error ?? sharesRead.error,
    change: setSelectedShare,
  }
}
