import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Tag } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { useEditor } from '../state/editor-context.ts'
import { useRestoreVersion, type Version, versionList } from '../version.queries.ts'
import { VersionDiff } from './VersionDiff.tsx'
import './versions.css'

/** Lists every export of the project with its changes, and can restore it. */
export function VersionsDialog({ onClose }: { readonly onClose: () => void }) {
  const { id } = useEditor().project
  const { data: versions, error, refetch } = useQuery(versionList(id))
  return (
    <Modal open width={1000} title="Versions" footer={null} onCancel={onClose}>
      {error && (
        <FailureState
          error={error}
          fallback="Failed to fetch registry data"
          onRetry={() => void refetch()}
        />
      )}
      {!versions && !error && <div className="bone versions-bone" aria-busy="true" />}
      {versions?.length === 0 && <p className="faint">No versions have been exported yet.</p>}
      {versions?.[0] && <Versions versions={versions} newest={versions[0]} />}
    </Modal>
  )
}

type Props = { readonly versions: readonly Version[]; readonly newest: Version }

function Versions({ versions, newest }: Props) {
  const [selectedNumber, setSelectedNumber] = useState(newest.number)
  const version = versions.find(({ number }) => number === selectedNumber) ?? newest
  return (
    <div className="versions">
      <ul className="version-list" aria-label="Versions">
        {versions.map((one) => (
          <li key={one.number}>
            <button
              type="button"
              className="version"
              aria-current={one.number === version.number}
              onClick={() => setSelectedNumber(one.number)}
            >
              <span>
                Version {one.number} {one === newest && <Tag>In use</Tag>}
              </span>
              <span className="faint">
                {one.restoredFrom !== null && `Restored from version ${one.restoredFrom} · `}
                {one.author ?? 'Someone'} ·{' '}
                <time dateTime={one.at} title={exactTime(one.at)}>
                  {relativeTime(one.at)}
                </time>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <VersionDetail key={version.number} version={version} versions={versions} newest={newest} />
    </div>
  )
}

function VersionDetail({ version, versions, newest }: Props & { readonly version: Version }) {
  const { id: projectId } = useEditor().project
  const restore = useRestoreVersion()
  const alerts = useAlerts()
  const isNewest = version.number === newest.number
  const previousVersion = versions.find(({ number }) => number < version.number)
  const { number } = version

  async function restoreVersion() {
    try {
      await restore.mutateAsync({ projectId, version: number })
      alerts.success(`Version ${number} was restored. Workflows use it now.`)
    } catch (error) {
      alerts.showError(error, 'Failed to restore the version')
    }
  }

  return (
    <div className="version-detail">
      {previousVersion ? (
        <VersionDiff
          title={`Changes since version ${previousVersion.number}`}
          from={previousVersion.number}
          to={number}
        />
      ) : (
        <p className="faint">
          First stored version, with {version.prompts}{' '}
          {version.prompts === 1 ? 'prompt' : 'prompts'}.
        </p>
      )}
      {isNewest ? (
        <VersionDiff title="Project changes since this version" from={number} />
      ) : (
        <>
          <VersionDiff
            title={`Changes from version ${number} to the version in use`}
            from={number}
            to={newest.number}
          />
          <Button loading={restore.isPending} onClick={() => void restoreVersion()}>
            Restore version {number}
          </Button>
        </>
      )}
    </div>
  )
}
