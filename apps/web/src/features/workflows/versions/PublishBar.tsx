import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Workflow } from '../workflow.ts'
import { draftChanges, usesOf, versionList } from '../workflows.queries.ts'
import { VersionsDialog } from './VersionsDialog.tsx'

type Props = {
  readonly workflow: Workflow
  /** Reason why the workflow cannot run as it is edited. */
  readonly draftRefusal: string | undefined
}

/** Shows what is live of a deployed workflow, and opens the dialog with its versions. */
export function PublishBar({ workflow, draftRefusal }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { data: changes = [] } = useQuery(draftChanges(workflow.id))
  const { data: versions = [] } = useQuery(versionList(workflow.id))
  const { data: uses } = useQuery(usesOf(workflow.id))
  const live = versions.find(({ isLive }) => isLive)
  if (!live && !(uses?.isUsed && versions.length > 0)) return null
  const status = live
    ? describeLive(live.version, changes.length, workflow.changesNeedPublishing)
    : describeNothingLive(draftRefusal)
  return (
    <section
      className="publish-bar"
      aria-label="Versions"
      data-changed={changes.length > 0 || !live}
    >
      <p role="status">{status}</p>
      <Button size="small" onClick={() => setOpen(true)}>
        {changes.length === 0 ? 'Versions' : 'Review and publish'}
      </Button>
      {isOpen && (
        <VersionsDialog workflow={workflow} changes={changes} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}

function describeLive(version: number, changeCount: number, needsPublishing: boolean): string {
  const live = `Version ${version} is live.`
  if (changeCount > 0) {
    const statement = `${live} There ${describeCount(changeCount)}`
    return needsPublishing ? `${statement}.` : `${statement}, which the next edit makes live.`
  }
  return needsPublishing
    ? `${live} There are no unpublished changes.`
    : `${live} Each change is live with the next run.`
}

const describeCount = (count: number) =>
  count === 1 ? 'is 1 unpublished change' : `are ${count} unpublished changes`

const describeNothingLive = (draftRefusal: string | undefined) =>
  draftRefusal
    ? `No version is live, so runs are refused. ${draftRefusal}.`
    : 'No version is live, so runs are refused.'
