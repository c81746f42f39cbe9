import type { ScriptKeyKind } from '../script-keys/key-kind.ts'
import { ScriptKeysPage } from '../script-keys/ScriptKeysPage.tsx'
import { GlobalKeyDialog } from './GlobalKeyDialog.tsx'
import type { GlobalKey } from './global-key.ts'
import {
  globalKeys,
  useChangeGlobalKey,
  useDeleteGlobalKey,
  useRotateGlobalKey,
} from './global-keys.queries.ts'

const kind: ScriptKeyKind<GlobalKey> = {
  title: 'Global Deployment Keys',
  description: 'Keys that let a program call several API deployments of this organization.',
  label: 'Global Deployment Keys',
  explanation:
    'A program sends a key as “Authorization: Bearer …” to any deployment that the key gives access to.',
  loss: 'Programs that use it will lose access to all deployments. Keys for individual deployments will not be affected.',
  column: {
    key: 'opens',
    title: 'Access',
    width: '24%',
    render: ({ allowsAll, deployments }) =>
      allowsAll ? 'All deployments' : <DeploymentNames deployments={deployments} />,
  },
  keys: globalKeys,
  Dialog: GlobalKeyDialog,
  useSwitch: useChangeGlobalKey,
  useRotate: useRotateGlobalKey,
  useDelete: useDeleteGlobalKey,
}

/** Manages the keys that give access to several deployments. */
export const GlobalKeysPage = () => <ScriptKeysPage kind={kind} />

const maxShownNames = 3

function DeploymentNames({ deployments }: Pick<GlobalKey, 'deployments'>) {
  const names = deployments.map(({ name }) => name)
  if (names.length === 0) return <span className="faint">None left</span>
  const hiddenCount = names.length - maxShownNames
  return (
    <span title={names.join(', ')}>
      {names.slice(0, maxShownNames).join(', ')}
      {hiddenCount > 0 && ` and ${hiddenCount} more`}
    </span>
  )
}
